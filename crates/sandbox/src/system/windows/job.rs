//! A job object: processes that are limited, measured and ended together. All unsafe code of the judge on Windows.

use std::io;
use std::mem::size_of;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::process::Child;
use std::ptr;
use std::time::Duration;

use windows_sys::Win32::Foundation::FILETIME;
use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_ACTIVE_PROCESS,
    JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION, JOB_OBJECT_LIMIT_JOB_MEMORY,
    JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE, JOBOBJECT_BASIC_ACCOUNTING_INFORMATION,
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JOBOBJECTINFOCLASS, JobObjectBasicAccountingInformation,
    JobObjectExtendedLimitInformation, QueryInformationJobObject, SetInformationJobObject,
    TerminateJobObject,
};
use windows_sys::Win32::System::ProcessStatus::{K32GetProcessMemoryInfo, PROCESS_MEMORY_COUNTERS};
use windows_sys::Win32::System::Threading::GetProcessTimes;

use crate::system::usage::Usage;

/// A job, whose processes are killed when it is dropped.
pub struct Job(OwnedHandle);

impl Job {
    /// Creates a job with limits of the memory of all processes together, in bytes, and of their number.
    pub fn new(memory: Option<u64>, processes: Option<u32>) -> io::Result<Self> {
        #[expect(unsafe_code, reason = "a system call")]
        // SAFETY: both pointers may be null; a handle that is not null is a new one, and this value's own.
        let job = unsafe {
            let job = CreateJobObjectW(ptr::null(), ptr::null());
            if job.is_null() {
                return Err(io::Error::last_os_error());
            }
            Self(OwnedHandle::from_raw_handle(job))
        };
        let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
        let basic = &mut limits.BasicLimitInformation;
        basic.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION;
        if let Some(processes) = processes {
            basic.LimitFlags |= JOB_OBJECT_LIMIT_ACTIVE_PROCESS;
            basic.ActiveProcessLimit = processes;
        }
        if let Some(memory) = memory {
            basic.LimitFlags |= JOB_OBJECT_LIMIT_JOB_MEMORY;
            limits.JobMemoryLimit = usize::try_from(memory).unwrap_or(usize::MAX);
        }
        #[expect(unsafe_code, reason = "a system call")]
        // SAFETY: the pointer is to a value of the class and the size that are given.
        let is_set = unsafe {
            SetInformationJobObject(
                job.0.as_raw_handle(),
                JobObjectExtendedLimitInformation,
                (&raw const limits).cast(),
                size(&limits),
            )
        };
        done(is_set).map(|()| job)
    }

    /// Adds a process, and from now on all that it starts.
    pub fn add(&self, child: &Child) -> io::Result<()> {
        #[expect(unsafe_code, reason = "a system call")]
        // SAFETY: both handles are open.
        done(unsafe { AssignProcessToJobObject(self.0.as_raw_handle(), child.as_raw_handle()) })
    }

    /// Kills all processes of the job.
    pub fn kill(&self) {
        #[expect(unsafe_code, reason = "a system call")]
        // SAFETY: the handle is open.
        let _ = unsafe { TerminateJobObject(self.0.as_raw_handle(), KILLED) };
    }

    /// Returns the resources used by the job's processes, including ended ones.
    pub fn usage(&self) -> Usage {
        let times: JOBOBJECT_BASIC_ACCOUNTING_INFORMATION = self.query(JobObjectBasicAccountingInformation);
        let limits: JOBOBJECT_EXTENDED_LIMIT_INFORMATION = self.query(JobObjectExtendedLimitInformation);
        let ticks = times.TotalUserTime.saturating_add(times.TotalKernelTime);
        Usage { cpu: duration(u64::try_from(ticks).unwrap_or(0)), memory: limits.PeakJobMemoryUsed as u64 }
    }

    /// Returns information of a class, whose structure is `T`; zeros where the system does not give it.
    fn query<T: Default + Copy>(&self, class: JOBOBJECTINFOCLASS) -> T {
        let mut found = T::default();
        #[expect(unsafe_code, reason = "a system call")]
        // SAFETY: the pointer is to a value of the size that is given, and of plain numbers.
        let is_found = unsafe {
            QueryInformationJobObject(
                self.0.as_raw_handle(),
                class,
                (&raw mut found).cast(),
                size(&found),
                ptr::null_mut(),
            )
        };
        if is_found == 0 { T::default() } else { found }
    }
}

/// The exit status of killed processes.
const KILLED: u32 = 1;

/// Returns the resources used by a process alone, which some systems tell although they do not count for jobs.
pub fn usage_of(child: &Child) -> Usage {
    let handle = child.as_raw_handle();
    let mut times = [FILETIME::default(); 4];
    let [made, ended, kernel, user] = &mut times;
    let mut memory = PROCESS_MEMORY_COUNTERS::default();
    memory.cb = size(&memory);
    #[expect(unsafe_code, reason = "system calls")]
    // SAFETY: the handle is open, the pointers are to live values, and the size is that of the last one. Where a call fails, its values
    // are still zeros.
    unsafe {
        GetProcessTimes(handle, made, ended, kernel, user);
        K32GetProcessMemoryInfo(handle, &raw mut memory, memory.cb);
    }
    let ticks = |time: FILETIME| u64::from(time.dwHighDateTime) << 32 | u64::from(time.dwLowDateTime);
    Usage {
        cpu: duration(ticks(times[2]).saturating_add(ticks(times[3]))),
        memory: memory.PeakWorkingSetSize as u64,
    }
}

/// Returns the time of a number of the system's ticks.
fn duration(ticks: u64) -> Duration {
    Duration::from_nanos(ticks.saturating_mul(100))
}

fn size<T>(_: &T) -> u32 {
    u32::try_from(size_of::<T>()).unwrap_or(0)
}

fn done(result: i32) -> io::Result<()> {
    if result == 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}
