//! The options with which programs of a package's authors are compiled.

use std::io;
use std::path::Path;

use super::manifests::{MOST_ABOVE, has_manifest};
use super::{FORMATS, Manifests};
use nim_ground::presence;

impl Manifests {
    /// Returns the options with which an authors' program is compiled, from a manifest near above it.
    ///
    /// # Errors
    /// When the program cannot be looked at; when a manifest cannot be read or is malformed.
    pub fn compiler_options(&self, program: &Path) -> io::Result<Vec<String>> {
        let Some(real) = presence::real_path(program)? else {
            return Ok(Vec::new());
        };
        for folder in real.ancestors().skip(1).take(MOST_ABOVE) {
            let formats = FORMATS.iter().filter(|format| format.has_compiler_options);
            let names = formats.flat_map(|format| format.main_manifests());
            for name in names.filter(|name| has_manifest(folder, name)) {
                let Some(manifest) = self.open(&folder.join(name))? else { continue };
                let mut known = manifest.compiler_options.iter();
                if let Some((_, options)) = known.find(|(own, _)| manifest.root.join(own) == real) {
                    return Ok(options.clone());
                }
            }
        }
        Ok(Vec::new())
    }
}
