//! One HTTP request: its body, if the extension may have sent it and no page of the web can have.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use nim_ground::error::best_effort;
use nim_ground::interruption;

/// Most bytes of the request line and the headers, and of the body.
const LARGEST_HEAD: usize = 16 << 10;
const LARGEST_BODY: usize = 16 << 20;
/// The longest wait for further bytes, and for all of them.
const FIRST: Duration = Duration::from_secs(1);
const ALL: Duration = Duration::from_secs(10);

/// A refused request, with its status.
pub struct Refusal {
    /// The status of the response; 0 where there was no request.
    pub status: u16,
    /// The reason of the refusal.
    pub why: String,
}

impl Refusal {
    pub fn new(status: u16, why: impl std::fmt::Display) -> Self {
        Self { status, why: why.to_string() }
    }
}

/// Reads a request, and returns its body.
pub fn read(stream: &mut TcpStream) -> Result<Vec<u8>, Refusal> {
    stream.set_nonblocking(false).map_err(|error| Refusal::new(0, error))?;
    let begin = Instant::now();
    let mut bytes = Vec::new();
    let end = loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            break end + 4;
        }
        if bytes.len() > LARGEST_HEAD {
            return Err(Refusal::new(431, "its headers are too long"));
        }
        more(stream, &mut bytes, LARGEST_HEAD, begin)?;
    };
    let length = body_length(&String::from_utf8_lossy(&bytes[..end]))?;
    while bytes.len() < end + length {
        let left = end + length - bytes.len();
        more(stream, &mut bytes, left, begin)?;
    }
    Ok(bytes[end..end + length].to_vec())
}

/// Reads some bytes of a request that began at `since`, but no more than `most`.
fn more(stream: &mut TcpStream, bytes: &mut Vec<u8>, most: usize, begin: Instant) -> Result<(), Refusal> {
    interruption::check().map_err(|error| Refusal::new(503, error))?;
    let has_begun = !bytes.is_empty();
    let left = ALL.saturating_sub(begin.elapsed());
    if left.is_zero() {
        return Err(Refusal::new(408, "it is not complete after 10 s"));
    }
    let mut buffer = [0; 8 << 10];
    let room = most.min(buffer.len());
    let read = stream.set_read_timeout(Some(FIRST.min(left))).and_then(|()| stream.read(&mut buffer[..room]));
    match read {
        Ok(read @ 1..) => {
            bytes.extend_from_slice(&buffer[..read]);
            Ok(())
        }
        _ if has_begun => Err(Refusal::new(400, "it is not complete")),
        _ => Err(Refusal::new(0, "")),
    }
}

/// Returns the length of the body by the headers.
fn body_length(head: &str) -> Result<usize, Refusal> {
    let mut lines = head.lines();
    if !lines.next().unwrap_or_default().starts_with("POST ") {
        return Err(Refusal::new(405, "it is no POST"));
    }
    let headers: Vec<(String, &str)> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.trim()))
        .collect();
    let header = |name: &str| headers.iter().find(|(other, _)| other == name).map(|(_, value)| *value);
    let host = header("host").unwrap_or_default();
    let host = host.rsplit_once(':').map_or(host, |(host, _)| host);
    if !["localhost", "127.0.0.1"].contains(&host) {
        return Err(Refusal::new(403, "it is for another host"));
    }
    // A page of the web names itself, and may send JSON only after a preflight request is answered, which none is here.
    if header("origin").is_some_and(|origin| origin.starts_with("http")) {
        return Err(Refusal::new(403, "a page of the web has sent it"));
    }
    if !header("content-type").is_some_and(|kind| kind.starts_with("application/json")) {
        return Err(Refusal::new(415, "it is no JSON"));
    }
    match header("content-length").map(str::parse) {
        Some(Ok(length @ 0..=LARGEST_BODY)) => Ok(length),
        Some(Ok(_)) => Err(Refusal::new(413, "it has more than 16 MiB")),
        _ => Err(Refusal::new(411, "its length is not stated")),
    }
}

/// Sends the response, if anybody waits for it.
pub fn respond(stream: &mut TcpStream, status: u16, why: &str) {
    let length = why.len();
    let text = format!("HTTP/1.1 {status} \r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{why}");
    best_effort(stream.set_write_timeout(Some(FIRST)).and_then(|()| stream.write_all(text.as_bytes())));
}
