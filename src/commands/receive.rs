//! `toolkit receive`: problems that the browser extension Competitive Companion sends become folders to check programs in.

mod message;
mod request;

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use anyhow::Context;

use self::message::{Batch, Message};
use self::request::{Refusal, read, respond};
use crate::exit::Exit;
use crate::system::interruption::Interruption;
use crate::terminal::UsageError;
use crate::terminal::count::number_from;
use crate::terminal::say;
use crate::terminal::streams::Stdout;
use nim_ground::error::ValueError;
use nim_ground::files::folder_of;
use nim_ground::folder::{FolderRoot, read_below};
use nim_ground::interruption::check as interrupted;
use nim_ground::visible;

/// The ports to which the extension sends, by its file `src/hosts/hosts.ts`; any free one of them will do.
const PORTS: [u16; 7] = [27121, 10045, 10043, 10042, 6174, 4244, 1327];
/// Interval at which connections are looked for.
const TICK: Duration = Duration::from_millis(20);
/// The limit of a template's size in bytes.
const LARGEST_TEMPLATE: usize = 1 << 20;

/// Receive problems from the browser extension Competitive Companion, each as a folder with its samples and limits
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  toolkit receive\n  toolkit receive round --template template.cpp --stay\n\nIn a problem's folder, `toolkit check --watch` checks its newest source."
)]
pub struct Args {
    /// Folder in which each problem gets a folder
    #[arg(value_name = "FOLDER", default_value = ".")]
    folder: PathBuf,
    /// Port, on this machine alone [default: the first free one of those that the extension knows]
    #[arg(long, value_name = "N", value_parser = port, allow_hyphen_values = true)]
    port: Option<u16>,
    /// Source file that each folder begins with, as `sol` with the ending of FILE
    #[arg(long, value_name = "FILE")]
    template: Option<PathBuf>,
    /// Go on after a problem, or all problems of a contest, until interrupted
    #[arg(long)]
    stay: bool,
    /// Replace files that differ
    #[arg(long)]
    force: bool,
}

fn port(text: &str) -> Result<u16, ValueError> {
    let number = number_from(1, u16::MAX.into())(text)?;
    u16::try_from(number).map_err(|error| error.to_string().into())
}

/// Receives problems from a browser extension.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let mut interruption = Interruption::watch()?;
    interruption.watch_output(Exit::Success);
    interruption.end(receive(args, &interruption))
}

fn receive(args: &Args, interruption: &Interruption) -> anyhow::Result<Exit> {
    let template = args.template.as_deref().map(source).transpose()?;
    fs::create_dir_all(&args.folder).with_context(|| format!("cannot create {}", args.folder.display()))?;
    let root = FolderRoot::open(&args.folder).with_context(|| args.folder.display().to_string())?;
    let listener = listen(args.port)?;
    let port = listener.local_addr()?.port();
    say::message(format_args!(
        "listening on 127.0.0.1:{port}; press the extension's button on a problem's page"
    ));
    let mut last = (Batch::default(), 0);
    let mut exit = Exit::Success;
    loop {
        if let Some(exit) = interruption.exit() {
            return Ok(exit);
        }
        interrupted()?;
        let (mut stream, from) = match listener.accept() {
            Ok(accepted) => accepted,
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                thread::sleep(TICK);
                continue;
            }
            // A connection that is gone again is no failure.
            Err(error) if is_of_connection(&error) => continue,
            Err(error) => return Err(error).context("cannot accept a connection"),
        };
        let message = match message(&mut stream, from) {
            Ok(message) => message,
            Err(refusal) => {
                refuse(&mut stream, &refusal);
                continue;
            }
        };
        let batch = message.batch();
        match message.keep(&root, &args.folder, template.as_ref(), args.force) {
            Ok(name) => {
                respond(&mut stream, 200, "");
                let folder = args.folder.join(name).display().to_string();
                writeln!(Stdout, "{} -> {}", visible::brief(&message.summary()), visible::line(&folder))?;
            }
            Err(refusal) => {
                refuse(&mut stream, &refusal);
                // A single problem can be sent again; the others of a contest are received whatever happens to one.
                if batch.size <= 1 {
                    continue;
                }
                exit = Exit::Failed;
            }
        }
        last = if last.0.id == batch.id { (batch, last.1 + 1) } else { (batch, 1) };
        if !args.stay && last.1 >= last.0.size {
            return Ok(exit);
        }
    }
}

/// Answers a refused request with the reason.
fn refuse(stream: &mut TcpStream, refusal: &Refusal) {
    respond(stream, refusal.status, &refusal.why);
    // Browsers open connections that they do not use.
    if refusal.status != 0 {
        say::error(format_args!("refused: {}", refusal.why));
    }
}

/// Returns the message in a request from this machine.
fn message(stream: &mut TcpStream, from: SocketAddr) -> Result<Message, Refusal> {
    if !from.ip().is_loopback() {
        return Err(Refusal::new(403, "it comes from another machine"));
    }
    Message::parse(&read(stream)?)
}

/// Listens on a port of this machine alone.
fn bind(port: u16) -> io::Result<TcpListener> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}

/// Listens on the given port, or on a free one of those to which the extension sends.
fn listen(port: Option<u16>) -> anyhow::Result<TcpListener> {
    match port {
        Some(port) => bind(port).map_err(|error| anyhow::anyhow!("cannot listen on port {port}: {error}")),
        None => PORTS.iter().find_map(|&port| bind(port).ok()).with_context(|| {
            format!("all ports to which the extension sends are taken ({PORTS:?}): add one in its settings, and name it by --port")
        }),
    }
}

/// Returns the name and the text of the source that each folder begins with.
fn source(template: &Path) -> anyhow::Result<(OsString, Vec<u8>)> {
    let name = template.file_name().ok_or_else(|| UsageError("--template is no file".to_owned()))?;
    let text = read_below(folder_of(template), name);
    let text = text.with_context(|| format!("cannot read {}", template.display()))?;
    anyhow::ensure!(text.len() <= LARGEST_TEMPLATE, "{} has more than 1 MiB", template.display());
    let mut called = OsString::from("sol");
    if let Some(ending) = template.extension() {
        called.push(".");
        called.push(ending);
    }
    Ok((called, text))
}

/// Returns whether an error of accepting belongs to the connection or the network alone.
fn is_of_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{
        ConnectionAborted, ConnectionReset, HostUnreachable, Interrupted, NetworkDown, NetworkUnreachable,
        PermissionDenied,
    };
    matches!(
        error.kind(),
        ConnectionAborted
            | ConnectionReset
            | HostUnreachable
            | Interrupted
            | NetworkDown
            | NetworkUnreachable
            | PermissionDenied
    )
}
