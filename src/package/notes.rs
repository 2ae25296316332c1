//! Notes on what is lost between formats.

/// What a format cannot hold, or what was not recognised.
pub type Notes = Vec<String>;
