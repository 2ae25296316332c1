//! Users for programs when root judges. Each sandbox reserves another by a lock on a file, so that no two judges, nor two
//! programs of one, share the system's count of a user's processes or can reach each other by signals. The system gives up a
//! lock when the last process that holds it ends, in any way.

use std::fs::{DirBuilder, File};
use std::io;
use std::ops::RangeInclusive;
use std::os::fd::OwnedFd;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, Mode, OFlags, flock, openat};
use rustix::io::Errno;

/// Users that systems give to nobody; systemd names this range as unused.
pub const USERS: RangeInclusive<u32> = 60_578..=61_183;
/// The name of the folder of locks.
const FOLDER: &str = "nim-toolkit-users";

/// A user that no other sandbox has as long as `lock` is open in some process.
#[derive(Debug)]
pub struct ReservedUser {
    /// The number of the user and of its group.
    pub id: u32,
    /// The lock that reserves the user.
    pub lock: OwnedFd,
}

impl ReservedUser {
    /// Reserves one of the users.
    ///
    /// # Errors
    /// When no folder can hold locks, or no user is left.
    pub fn reserve() -> io::Result<Self> {
        // All judges must agree on the folder; only the first is sure to be the same for all.
        let mut places = vec![PathBuf::from("/run"), PathBuf::from("/dev/shm"), std::env::temp_dir()];
        let mut result = Err(io::ErrorKind::NotFound.into());
        while result.is_err() && !places.is_empty() {
            result = folder(&places.remove(0).join(FOLDER));
        }
        Self::reserve_in(&result?)
    }

    /// Reserves a user by a lock in `folder`. Judges in other containers, who cannot see these locks, probably begin elsewhere.
    fn reserve_in(folder: &File) -> io::Result<Self> {
        let begin = USERS.start() + std::process::id() % (USERS.end() - USERS.start() + 1);
        for id in (begin..=*USERS.end()).chain(*USERS.start()..begin) {
            let flags = OFlags::RDWR | OFlags::CREATE | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            let lock = openat(folder, id.to_string(), flags, Mode::from_raw_mode(0o600))?;
            match flock(&lock, FlockOperation::NonBlockingLockExclusive) {
                Ok(()) => return Ok(Self { id, lock }),
                Err(Errno::WOULDBLOCK | Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(io::Error::other("all users for programs are in use"))
    }
}

/// Opens a folder that no other user may write, and makes it if there is none.
fn folder(path: &Path) -> io::Result<File> {
    match DirBuilder::new().mode(0o700).create(path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
        _ => {}
    }
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let folder = File::from(rustix::fs::open(path, flags, Mode::empty())?);
    let metadata = folder.metadata()?;
    if metadata.uid() != rustix::process::geteuid().as_raw() || metadata.mode() & 0o022 != 0 {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    Ok(folder)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::thread;
    use std::time::Duration;

    /// Reserves users until that one is free. Other tests fork at the same time, and a child holds all locks until it executes its program.
    fn is_given_up(id: u32, reserve: impl Fn() -> io::Result<ReservedUser>) -> bool {
        (0..1000).any(|_| {
            thread::sleep(Duration::from_millis(5));
            reserve().is_ok_and(|user| user.id == id)
        })
    }

    #[test]
    fn no_two_have_the_same_user_and_what_is_given_up_is_reserved_again() {
        let around = tempfile::tempdir().unwrap();
        let reserve = || ReservedUser::reserve_in(&folder(&around.path().join("users")).unwrap());
        let count = USERS.count();
        let mut all: Vec<ReservedUser> = (0..count).map(|_| reserve().unwrap()).collect();
        assert_eq!(all.iter().map(|user| user.id).collect::<BTreeSet<_>>().len(), count);
        assert!(all.iter().all(|user| USERS.contains(&user.id)));
        assert!(reserve().is_err());
        let given_up = all.swap_remove(count / 2).id;
        assert!(is_given_up(given_up, reserve));
    }

    #[test]
    fn a_lock_is_held_as_long_as_any_of_its_descriptors_is_open() {
        let around = tempfile::tempdir().unwrap();
        let reserve = || ReservedUser::reserve_in(&folder(&around.path().join("users")).unwrap());
        let first = reserve().unwrap();
        let held = first.lock.try_clone().unwrap();
        let id = first.id;
        drop(first);
        assert_ne!(reserve().unwrap().id, id);
        drop(held);
        assert!(is_given_up(id, reserve));
    }

    #[test]
    fn locks_of_others_reserve_nothing() {
        use std::os::unix::fs::symlink;
        let around = tempfile::tempdir().unwrap();
        std::fs::create_dir(around.path().join("real")).unwrap();
        symlink(around.path().join("real"), around.path().join("link")).unwrap();
        assert!(folder(&around.path().join("link")).is_err());
        DirBuilder::new().mode(0o700).create(around.path().join("open")).unwrap();
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o777);
        std::fs::set_permissions(around.path().join("open"), mode).unwrap();
        assert!(folder(&around.path().join("open")).is_err());
    }
}
