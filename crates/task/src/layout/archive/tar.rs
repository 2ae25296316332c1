//! Tar archives, and the frames of Zstandard.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::PathBuf;

use flate2::bufread::GzDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use tar::{Archive, EntryType, PaxExtensions};

use super::{MOST_BYTES, NOT_REGULAR, Unpacking, enclosed, refused, too_big};
use nim_ground::files;
use nim_ground::interruption;

/// Most bytes of a long name or of extended attributes.
const LONGEST_NAME: u64 = 64 << 10;
/// Most bytes of headers and padding beside the contents.
const MOST_HEADERS: u64 = 1 << 30;

/// Unpacks a tar archive.
///
/// # Errors
/// When it cannot be read, is cut off, or holds too much.
pub fn unpack(archive: impl Read, unpacking: &mut Unpacking<'_>) -> io::Result<()> {
    let mut archive = Archive::new(Bounded { inner: archive, room: MOST_BYTES + MOST_HEADERS });
    let mut long = LongNames::default();
    // Raw entries, since long names would be read whole, however long.
    for entry in archive.entries()?.raw(true) {
        unpacking.count()?;
        let mut entry = entry?;
        let kind = entry.header().entry_type();
        if long.read(kind, &mut entry)? {
            continue;
        }
        let name = match long.name.take() {
            Some(name) => name,
            None => entry.path()?.into_owned(),
        };
        let target = match long.target.take() {
            Some(target) => target,
            None => entry.link_name()?.unwrap_or_default().into_owned(),
        };
        let shown = String::from_utf8_lossy(name.as_os_str().as_encoded_bytes()).into_owned();
        let Some(name) = enclosed(&name) else {
            unpacking.leave_out(&shown, "its path leads out of the archive");
            continue;
        };
        match kind {
            EntryType::Directory => unpacking.folder(&shown, &name)?,
            EntryType::Regular | EntryType::Continuous => {
                let is_program = entry.header().mode().is_ok_and(|mode| mode & 0o111 != 0);
                if entry.header().entry_size()? > unpacking.room.bytes {
                    return Err(too_big());
                }
                // A truncated entry fails when the next one is read.
                unpacking.file(&shown, &name, is_program, &mut entry)?;
            }
            EntryType::Symlink => unpacking.link(&shown, name, target)?,
            EntryType::Link => unpacking.hard_link(&shown, name, target)?,
            _ => unpacking.lose(&shown, NOT_REGULAR)?,
        }
    }
    // The checksum of the compressed data comes after the last entry, so the rest is read.
    interruption::copy(&mut archive.into_inner(), &mut io::sink())?;
    Ok(())
}

/// The names of the next entry, if they do not fit into its header.
#[derive(Default)]
struct LongNames {
    name: Option<PathBuf>,
    target: Option<PathBuf>,
}

impl LongNames {
    /// Reads an entry with attributes of the next one; returns whether it is such an entry.
    fn read(&mut self, kind: EntryType, entry: &mut impl Read) -> io::Result<bool> {
        match kind {
            EntryType::GNULongName => self.name = Some(short_path(entry)?),
            EntryType::GNULongLink => self.target = Some(short_path(entry)?),
            EntryType::XHeader => {
                for attribute in PaxExtensions::new(&short_content(entry)?) {
                    let attribute = attribute?;
                    let path = match attribute.key_bytes() {
                        b"path" => &mut self.name,
                        b"linkpath" => &mut self.target,
                        b"size" => return Err(refused("a file of more than 8 GiB")),
                        _ => continue,
                    };
                    *path = Some(PathBuf::from(files::name(attribute.value_bytes())));
                }
            }
            EntryType::XGlobalHeader => {}
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// Returns the content of an entry as a path.
fn short_path(entry: &mut impl Read) -> io::Result<PathBuf> {
    let name = short_content(entry)?;
    let end = name.iter().position(|&b| b == 0).unwrap_or(name.len());
    Ok(PathBuf::from(files::name(&name[..end])))
}

/// Returns the content of an entry that holds a name or attributes.
pub(super) fn short_content(entry: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    entry.take(LONGEST_NAME + 1).read_to_end(&mut content)?;
    if content.len() as u64 > LONGEST_NAME {
        return Err(refused(format!("a name of more than {} KiB", LONGEST_NAME >> 10)));
    }
    Ok(content)
}

/// A stream with a limit of bytes.
struct Bounded<R> {
    inner: R,
    room: u64,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // Skipped entries are read here too, so interruption is checked here.
        interruption::check()?;
        let bytes = self.inner.read(buffer)?;
        self.room = self.room.checked_sub(bytes as u64).ok_or_else(too_big)?;
        Ok(bytes)
    }
}

/// The content of all members of a gzip file; zeros after them, as on tapes, are padding.
pub struct Members(Option<GzDecoder<BufReader<File>>>);

impl Members {
    /// Creates a reader of a compressed file.
    pub fn new(file: File) -> Self {
        Self(Some(GzDecoder::new(BufReader::new(file))))
    }
}

impl Read for Members {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.0 {
            let bytes = member.read(buffer)?;
            if bytes > 0 || buffer.is_empty() {
                return Ok(bytes);
            }
            // The decoder has verified the checksum of the member at its end.
            let Some(mut file) = self.0.take().map(GzDecoder::into_inner) else { break };
            loop {
                interruption::check()?;
                let left = file.fill_buf()?;
                let (bytes, zeros) = (left.len(), left.iter().take_while(|&&byte| byte == 0).count());
                file.consume(zeros);
                if bytes == 0 {
                    return Ok(0);
                }
                if zeros < bytes {
                    break;
                }
            }
            self.0 = Some(GzDecoder::new(file));
        }
        Ok(0)
    }
}

/// The content of all frames of a Zstandard stream.
pub struct Frames {
    file: BufReader<File>,
    decoder: FrameDecoder,
    is_within: bool,
}

impl Frames {
    /// Creates a reader of a compressed file.
    pub fn new(file: File) -> Self {
        Self { file: BufReader::new(file), decoder: FrameDecoder::new(), is_within: false }
    }

    /// Ends a frame that has been read completely.
    fn end(&mut self) -> io::Result<()> {
        self.is_within = false;
        let stated = self.decoder.get_checksum_from_data();
        if stated.is_some() && stated != self.decoder.get_calculated_checksum() {
            return Err(refused("its checksum does not fit: it is damaged"));
        }
        Ok(())
    }

    /// Begins the next frame, or skips it if it has no content.
    fn begin(&mut self) -> io::Result<()> {
        match self.decoder.init(&mut self.file) {
            Ok(()) => self.is_within = true,
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                length, ..
            })) => {
                let length = u64::from(length);
                let skipped = io::copy(&mut (&mut self.file).take(length), &mut io::sink())?;
                if skipped < length {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
            }
            Err(error) => return Err(refused(error.to_string())),
        }
        Ok(())
    }
}

impl Read for Frames {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while !buffer.is_empty() {
            if !self.is_within {
                if self.file.fill_buf()?.is_empty() {
                    break;
                }
                self.begin()?;
                continue;
            }
            while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                self.decoder
                    .decode_blocks(&mut self.file, BlockDecodingStrategy::UptoBlocks(1))
                    .map_err(|error| refused(error.to_string()))?;
            }
            match self.decoder.read(buffer)? {
                0 => self.end()?,
                bytes => return Ok(bytes),
            }
        }
        Ok(0)
    }
}
