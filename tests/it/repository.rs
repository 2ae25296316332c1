//! The repository itself: the source, the published packages, the README and the guides.

mod circles;
mod graph;
mod guides;
mod pictures;
mod public_programs;
mod published;
pub mod readme;
mod spoken_of;
mod words_of_formats;
