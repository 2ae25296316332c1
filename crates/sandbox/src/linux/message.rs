//! The messages between the judge and the proxy: one JSON text per packet, with descriptors.

use std::ffi::OsString;
use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::time::Duration;

use rustix::net::{
    AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, SocketFlags, SocketType, recvmsg, sendmsg, socketpair,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::meter::Counter;
use crate::run::{Ended, MOST_CHANNELS};
use nim_ground::file_io::FileIo;
use nim_ground::file_io::PipeOrder;
use nim_ground::limits::Limits;

/// No packet is longer than this, in bytes.
const LONGEST: usize = 48 << 10;
/// The limit of descriptors in one packet.
const MOST_FDS: usize = 8 + 2 * MOST_CHANNELS;

/// The first message of the proxy or its keeper.
#[derive(Debug, Serialize, Deserialize)]
pub enum Handshake {
    /// Ready to run. It carries the meter of CPU time and the proxy's own `/proc`, if any.
    Ready {
        /// Process number of the proxy in its keeper's namespace.
        proxy: i32,
        /// The kind of the CPU-time meter.
        counter: Option<Counter>,
    },
    /// The set-up failed, with this error.
    Failed(String),
}

/// A message from the judge to the proxy.
#[derive(Debug, Serialize, Deserialize)]
pub enum Order {
    /// Run the program once; standard input, output and error come with it.
    Run(Settings),
    /// End the run.
    Kill,
    /// The folder that was lent for the run has been copied back.
    TakenBack,
}

/// The settings of one run.
#[derive(Debug, Serialize, Deserialize)]
pub struct Settings {
    /// Whether the input is a file of some file system.
    pub input_is_on_disk: bool,
    /// The limits, which the system enforces as far as possible.
    pub limits: Limits,
    /// Files in place of standard input and output.
    pub files: FileIo,
    /// Whether the program is answered while it runs, so that the end of its output is needed at once.
    pub is_answered: bool,
    /// Arguments of this run, after those of the command.
    pub args: Vec<OsString>,
    /// The number of further pipes that come first with the order; their names are arguments before these.
    pub pipes: usize,
    /// The names of files that come with the order and are copied into the folder in which the program runs.
    pub lent: Vec<String>,
    /// Whether a folder comes with them whose files are copied there, too.
    pub gives_folder: bool,
    /// Whether a folder comes with them that is copied back.
    pub lends_folder: bool,
    /// The folder in which this run begins, if that is another one.
    pub directory: Option<OsString>,
    /// The order of the names of its input and output as further arguments, if they are not to be its standard streams.
    pub names: Option<PipeOrder>,
}

/// A message of the proxy about a run.
#[derive(Debug, Serialize, Deserialize)]
pub enum RunEvent {
    /// The run has begun, and is not over soon.
    Begun {
        /// The time since the run began.
        since: Duration,
        /// The reading of the meter of CPU time at that moment.
        meter: Duration,
        /// The bytes in the private folder at that moment, which comes with the message if it is a file system in memory.
        folder_bytes: u64,
    },
    /// The run is over.
    Over(Reply),
}

/// The result of a run.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Reply {
    /// The judge's failure, if there was one.
    pub error: Option<String>,
    /// The number of the error with which the system refused to execute the program.
    pub refusal: Option<i32>,
    /// The way in which the program ended, if it did.
    pub ended: Option<Ended>,
    /// CPU time of its awaited processes.
    pub cpu: Duration,
    /// CPU time by the meter, without the proxy's own.
    pub metered: Option<Duration>,
    /// The wall-clock time.
    pub wall: Duration,
    /// Most memory of one of its processes, in bytes.
    pub memory: u64,
    /// The number of bytes left in the private folder, if that is a file system in memory.
    pub files: u64,
    /// The number of bytes that awaited processes have written, anywhere, if the system tells.
    pub written: u64,
    /// The reason why there is no output file. One that is there comes with the message.
    pub no_output: Option<String>,
}

impl Reply {
    /// Returns the reply when there was no run.
    pub fn failure(error: String) -> Self {
        Self { error: Some(error), ..Self::default() }
    }
}

/// Returns two connected sockets that preserve packet boundaries.
///
/// # Errors
/// When the system refuses.
pub fn pair() -> io::Result<(OwnedFd, OwnedFd)> {
    Ok(socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None)?)
}

/// Sends a message with descriptors.
///
/// # Errors
/// When the other end is closed.
pub fn send(socket: BorrowedFd<'_>, message: &impl Serialize, fds: &[BorrowedFd<'_>]) -> io::Result<()> {
    let text = serde_json::to_vec(message)?;
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_FDS))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    if !fds.is_empty() {
        control.push(SendAncillaryMessage::ScmRights(fds));
    }
    sendmsg(socket, &[IoSlice::new(&text)], &mut control, SendFlags::NOSIGNAL)?;
    Ok(())
}

/// Waits for a message; `None` when the other end is closed.
///
/// # Errors
/// When the packet is no such message.
pub fn receive<T: DeserializeOwned>(socket: BorrowedFd<'_>) -> io::Result<Option<(T, Vec<OwnedFd>)>> {
    let mut text = [0; LONGEST];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_FDS))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let received = loop {
        match recvmsg(socket, &mut [IoSliceMut::new(&mut text)], &mut control, RecvFlags::CMSG_CLOEXEC) {
            Err(rustix::io::Errno::INTR) => {}
            Err(rustix::io::Errno::CONNRESET) => return Ok(None),
            other => break other?,
        }
    };
    let fds = |message| if let RecvAncillaryMessage::ScmRights(fds) = message { Some(fds) } else { None };
    let fds = control.drain().filter_map(fds).flatten().collect();
    if received.bytes == 0 {
        return Ok(None);
    }
    Ok(Some((serde_json::from_slice(&text[..received.bytes])?, fds)))
}
