//! Formats of C, whose conversions follow the types of the values read and printed: otherwise a mutant would fail by its format, and say
//! nothing about its type.

use std::collections::HashSet;
use std::ops::Range;

use super::Replacement;
use super::family::{SCANNED, has};
use super::lexer::{Code, Kind};

/// Returns the changes that follow from replacing a type at these tokens; `None` if a conversion cannot be changed.
pub fn following(code: &Code<'_>, tokens: &Range<usize>, to: &str) -> Option<Vec<Replacement>> {
    let from = &code.text[code.bytes(tokens)];
    let names = typed_names(code, tokens.clone());
    let mut found = Vec::new();
    for call in (0..code.tokens.len()).filter_map(|index| Call::at(code, index)) {
        for (arg, conversion) in call.arguments(code) {
            let words = arg.clone().filter(|&index| code.kind(index) == Kind::Word);
            let mut words = words.map(|index| code.word(index));
            if call.reads && words.next().is_some_and(|word| names.contains(word)) {
                found.push(conversion.scanned(to)?);
            } else if !call.reads
                && conversion.is_number
                && from != "double"
                && (arg.contains(&tokens.start) || words.any(|word| names.contains(word)))
            {
                // A value is converted back: the type matters for its computation.
                let Range { start, end } = code.bytes(&arg);
                found.push(Replacement { range: start..start, with: format!("({from})(") });
                found.push(Replacement { range: end..end, with: ")".to_owned() });
            }
        }
    }
    Some(found)
}

/// Returns the names that have a type: of variables and functions, and those declared by another name of the type.
fn typed_names<'a>(code: &Code<'a>, first: Range<usize>) -> HashSet<&'a str> {
    let (mut names, mut places) = (HashSet::new(), vec![first]);
    let mut aliases = HashSet::new();
    while let Some(place) = places.pop() {
        let alias = alias_of(code, &place);
        if alias.is_none() {
            declared(code, place.end, &mut names);
        }
        let Some(alias) = alias.filter(|alias| aliases.insert(*alias)) else { continue };
        let uses = (0..code.tokens.len()).filter(|index| code.word(*index) == alias);
        let others = uses.filter(|index| !place.contains(&(index + 1)));
        places.extend(others.map(|index| index..index + 1));
    }
    names
}

/// Returns the name that a statement gives to the type at a place: by `typedef`, `using` or `#define`.
fn alias_of<'a>(code: &Code<'a>, place: &Range<usize>) -> Option<&'a str> {
    match code.word(place.start.wrapping_sub(1)) {
        "typedef" => Some(code.word(place.end)),
        "=" if code.word(place.start.wrapping_sub(3)) == "using" => Some(code.word(place.start - 2)),
        // For the lexer, a definition up to its name is one token.
        defined => defined.strip_prefix("#define").map(str::trim),
    }
}

/// Adds the names that are declared from a place on: `a, *b, c[9] = {1, 2}`.
fn declared<'a>(code: &Code<'a>, from: usize, names: &mut HashSet<&'a str>) {
    let mut index = from;
    // Closing brackets belong to a type within another, as in `vector<long long> v`.
    while code.is_generic.get(index) == Some(&true) && code.word(index).starts_with('>') {
        index += 1;
    }
    loop {
        while matches!(code.word(index), "*" | "&" | "const") {
            index += 1;
        }
        if code.kind(index) != Kind::Word || code.kind(index + 1) == Kind::Word {
            return;
        }
        names.insert(code.word(index));
        let mut depth = 0;
        while depth > 0 || code.word(index) != "," {
            depth += code.step(index);
            if depth < 0 || code.kind(index) == Kind::End || depth == 0 && code.word(index) == ";" {
                return;
            }
            index += 1;
        }
        index += 1;
    }
}

/// A call that reads or prints by a format.
struct Call {
    reads: bool,
    /// The arguments as tokens, one of which is the format.
    args: Vec<Range<usize>>,
    format: usize,
}

impl Call {
    fn at(code: &Code<'_>, index: usize) -> Option<Self> {
        const CALLS: &str = "scanf fscanf sscanf scanf_s printf fprintf sprintf snprintf dprintf";
        let name = code.word(index);
        if !has(CALLS, name) || name.is_empty() || code.word(index + 1) != "(" {
            return None;
        }
        let end = code.after_pair(index + 1) - 1;
        let (mut args, mut depth, mut start) = (Vec::new(), 0, index + 2);
        let mut at = start;
        while at <= end {
            if at == end || depth == 0 && code.word(at) == "," {
                args.extend((start < at).then_some(start..at));
                start = at + 1;
            }
            depth += code.step(at);
            at += 1;
        }
        let format = args.iter().position(|arg| code.kind(arg.start) == Kind::Text)?;
        Some(Self { reads: name.contains("scan"), args, format })
    }

    /// Returns the arguments after the format, each with its conversion.
    fn arguments(&self, code: &Code<'_>) -> Vec<(Range<usize>, Conversion)> {
        let conversions = Conversion::all(code, self.args[self.format].clone(), self.reads);
        self.args[self.format + 1..].iter().cloned().zip(conversions).collect()
    }
}

/// A conversion of a format: `%-5lld`.
struct Conversion {
    /// The bytes behind flags and widths: `lld`, or the name of a macro.
    range: Range<usize>,
    text: String,
    is_number: bool,
}

impl Conversion {
    fn new(code: &Code<'_>, range: Range<usize>, is_number: bool) -> Self {
        Self { text: code.text[range.clone()].to_owned(), range, is_number }
    }

    /// Returns the conversions of a format, one for each argument.
    fn all(code: &Code<'_>, format: Range<usize>, reads: bool) -> Vec<Self> {
        let mut found = Vec::new();
        for index in format {
            let token = &code.tokens[index].range;
            let text = &code.text[..token.end];
            let mut at = token.start;
            while let Some(percent) = text[at..].find('%').map(|place| at + place) {
                let flags = text[percent + 1..].find(|c: char| !c.is_ascii_digit() && !"-+ #.*'".contains(c));
                let begin = flags.map_or(text.len(), |flags| percent + 1 + flags);
                let stars = text[percent..begin].matches('*').count();
                let length = text[begin..].find(|c: char| !"hlLqjztI6432".contains(c)).unwrap_or(0);
                let letter = text[begin + length..].chars().next().unwrap_or('%');
                at = begin + length + letter.len_utf8().min(text.len() - begin - length);
                // In printing, a width may be an argument; in reading, the star drops a value.
                let widths = if reads { 0 } else { stars };
                found.extend((0..widths).map(|_| Self::new(code, begin..begin, false)));
                match letter {
                    '%' => {}
                    _ if reads && stars > 0 => {}
                    // `"%" PRId64`
                    '"' if code.kind(index + 1) == Kind::Word => {
                        found.push(Self::new(code, code.bytes(&(index + 1..index + 2)), true));
                    }
                    _ => found.push(Self::new(code, begin..at, "diouxXeEfFgG".contains(letter))),
                }
            }
        }
        found
    }

    /// Returns the conversion for reading another type; `None` if there is none.
    fn scanned(self, to: &str) -> Option<Replacement> {
        let (_, with) = SCANNED.iter().find(|(of, _)| *of == to)?;
        let is_macro = self.text.starts_with("SCN");
        let with = match is_macro {
            true if with.ends_with('f') => return None,
            true => self.text.replace("64", "32"),
            false => (*with).to_owned(),
        };
        self.is_number.then_some(Replacement { range: self.range, with })
    }
}
