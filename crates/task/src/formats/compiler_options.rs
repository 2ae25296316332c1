//! The options with which programs of a package's authors are compiled.

use std::io;
use std::path::Path;

use super::{MOST_ABOVE, Manifests, has_manifest, main_manifests};
use nim_ground::presence;

impl Manifests {
    /// Returns the options with which an authors' program is compiled, from a manifest near above it.
    ///
    /// # Errors
    /// When it cannot be looked at.
    pub fn compiler_options(&self, program: &Path) -> io::Result<Vec<String>> {
        let Some(real) = presence::real_path(program)? else {
            return Ok(Vec::new());
        };
        for folder in real.ancestors().skip(1).take(MOST_ABOVE) {
            let names = main_manifests().filter(|name| has_manifest(folder, name));
            for manifest in names.filter_map(|name| self.open(&folder.join(name))) {
                let mut known = manifest.compiler_options.iter();
                if let Some((_, options)) = known.find(|(own, _)| manifest.root.join(own) == real) {
                    return Ok(options.clone());
                }
            }
        }
        Ok(Vec::new())
    }
}
