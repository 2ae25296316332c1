//! A token on the vertices of a directed graph without cycles: a move follows an edge.
//!
//! Every finite impartial game is such a graph. *Cost*: O(vertices + edges).

use std::collections::HashMap;
use std::fmt;

use itertools::Itertools as _;

#[cfg(feature = "formats")]
use super::graph_json;
use crate::theory::game::{Budget, Flow, Game, Reason, Refusal, Shape, Visit};
use crate::theory::mex::mex;

/// A directed graph without cycles, with the values of its vertices. A component is a vertex.
#[derive(Debug, Default)]
pub struct Graph {
    name: String,
    labels: Vec<String>,
    numbers: HashMap<String, usize>,
    edges: Vec<Vec<usize>>,
    values: Vec<u64>,
}

sentences! {
    /// An error in the text of a game graph. Lines and columns, in bytes, count from 1; a token is as it is shown on one line.
    GraphError {
        Cycle(cycle: Cycle) = "the graph has a cycle, so that play need not end: {cycle}";
        Line(line: usize, column: usize, token: String) = "line {line}, column {column}: expected the end of the line after an edge, found {token:?}";
        Json(why: String) = "{why}";
    }
}

/// The vertices of a cycle, the first one again at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle(pub Vec<String>);

impl fmt::Display for Cycle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(vertices) = self;
        if vertices.len() <= 2 * SHOWN + 1 {
            return f.write_str(&shown(vertices));
        }
        let (first, last) = (&vertices[..SHOWN], &vertices[vertices.len() - SHOWN..]);
        write!(f, "{} -> … -> {} ({} vertices)", shown(first), shown(last), vertices.len() - 1)
    }
}

/// The most vertices shown of either end of a long cycle, and characters of a name.
const SHOWN: usize = 4;
const SHOWN_NAME: usize = 40;

/// Returns the names of vertices that follow each other, as they are shown.
fn shown(vertices: &[String]) -> String {
    vertices.iter().map(|label| shortened(label)).join(" -> ")
}

/// Returns a name as it is shown on one line.
fn shortened(name: &str) -> String {
    let escape = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.to_string() };
    let mut shown: String = name.chars().take(SHOWN_NAME).map(escape).collect();
    if name.chars().nth(SHOWN_NAME).is_some() {
        shown.push('…');
    }
    shown
}

impl Graph {
    /// Reads a graph: JSON where its name ends in `.json` or the text begins with `{` or `[`, else an edge list.
    ///
    /// An edge list has a line `from to` for every edge, or a single name for a vertex; `#` begins a comment. JSON is
    /// an object of lists, `{"a": ["b", "c"]}`, a list of pairs, `[["a", "b"]]`, or either under the key `edges` of an
    /// object that may list further vertices under `vertices` (or `nodes`). Names may be integers. Duplicate keys and
    /// JSON values of other kinds are errors.
    ///
    /// # Errors
    /// [`GraphError`], also for a cycle.
    pub fn parse(name: &str, text: &str) -> Result<Self, GraphError> {
        let text = text.trim_start_matches('\u{feff}');
        let mut graph = Self { name: name.to_owned(), ..Self::default() };
        let is_json = name.to_ascii_lowercase().ends_with(".json");
        let word = text.trim();
        if is_json || word.starts_with(['{', '[', '"']) || ["null", "true", "false"].contains(&word) {
            graph.read_json(text)?;
        } else {
            graph.read_edges(text)?;
        }
        graph.deduplicate();
        graph.values = graph.evaluate()?;
        Ok(graph)
    }

    fn vertex(&mut self, label: &str) -> usize {
        if let Some(&number) = self.numbers.get(label) {
            return number;
        }
        let number = self.labels.len();
        self.labels.push(label.to_owned());
        self.numbers.insert(label.to_owned(), number);
        self.edges.push(Vec::new());
        number
    }

    fn edge(&mut self, from: &str, to: &str) {
        let (from, to) = (self.vertex(from), self.vertex(to));
        self.edges[from].push(to);
    }

    fn deduplicate(&mut self) {
        let mut last_from = vec![usize::MAX; self.labels.len()];
        for (from, edges) in self.edges.iter_mut().enumerate() {
            edges.retain(|&to| std::mem::replace(&mut last_from[to], from) != from);
        }
    }

    fn read_edges(&mut self, text: &str) -> Result<(), GraphError> {
        for (line, content) in (1..).zip(text.lines()) {
            let content = content.split('#').next().unwrap_or("");
            let mut names = content.split_ascii_whitespace();
            match (names.next(), names.next(), names.next()) {
                (None, ..) => {}
                (Some(vertex), None, _) => {
                    self.vertex(vertex);
                }
                (Some(from), Some(to), None) => self.edge(from, to),
                (_, _, Some(token)) => {
                    let column = token.as_ptr() as usize - content.as_ptr() as usize + 1;
                    return Err(GraphError::Line(line, column, shortened(token)));
                }
            }
        }
        Ok(())
    }

    #[cfg(feature = "formats")]
    fn read_json(&mut self, text: &str) -> Result<(), GraphError> {
        let json = graph_json::parse(text).map_err(|error| GraphError::Json(error.to_string()))?;
        json.vertices.iter().for_each(|label| {
            self.vertex(label);
        });
        json.edges.iter().for_each(|(from, to)| self.edge(from, to));
        Ok(())
    }

    #[cfg(not(feature = "formats"))]
    fn read_json(&mut self, _text: &str) -> Result<(), GraphError> {
        Err(GraphError::Json("JSON is read only by a build with the feature `formats`".to_owned()))
    }

    /// Returns the values of all vertices, by depth-first search with its own stack.
    fn evaluate(&self) -> Result<Vec<u64>, GraphError> {
        let mut values: Vec<Option<u64>> = vec![None; self.labels.len()];
        let mut is_open = vec![false; self.labels.len()];
        for root in 0..self.labels.len() {
            let mut path = if values[root].is_none() { vec![(root, 0)] } else { Vec::new() };
            while let Some((vertex, next)) = path.last_mut() {
                let vertex = *vertex;
                is_open[vertex] = true;
                let Some(&to) = self.edges[vertex].get(*next) else {
                    let options: Vec<u64> = self.edges[vertex].iter().filter_map(|&to| values[to]).collect();
                    values[vertex] = Some(mex(&options));
                    path.pop();
                    continue;
                };
                *next += 1;
                if values[to].is_none() && is_open[to] {
                    let cycle = path.iter().map(|&(on_path, _)| on_path).skip_while(|&on_path| on_path != to);
                    let vertices = cycle.chain([to]).map(|on_path| self.labels[on_path].clone());
                    return Err(GraphError::Cycle(Cycle(vertices.collect())));
                }
                if values[to].is_none() {
                    path.push((to, 0));
                }
            }
        }
        Ok(values.into_iter().flatten().collect())
    }
}

impl Game for Graph {
    fn name(&self) -> String {
        format!("graph:{}", self.name)
    }

    fn shape(&self) -> Shape {
        Shape::Vertex { count: self.labels.len() as u64 }
    }

    fn options(&self, component: &[u64], visit: &mut Visit<'_>) -> Flow {
        let edges = component.first().and_then(|&vertex| self.edges.get(vertex as usize));
        edges.into_iter().flatten().try_for_each(|&to| visit(&[vec![to as u64]]))
    }

    fn grundy(&mut self, component: &[u64], _: &mut Budget<'_>) -> Result<Option<u64>, Refusal> {
        Ok(component.first().and_then(|&vertex| self.values.get(vertex as usize)).copied())
    }

    fn sj_premise(&mut self, component: &[u64], _: &mut Budget<'_>) -> Result<Option<Reason>, Refusal> {
        let mut reached = vec![false; self.labels.len()];
        let mut stack: Vec<usize> = component.iter().map(|&vertex| vertex as usize).collect();
        while let Some(vertex) = stack.pop() {
            if std::mem::replace(&mut reached[vertex], true) {
                continue;
            }
            let edges = &self.edges[vertex];
            if self.values[vertex] == 0 && !edges.is_empty() && edges.iter().all(|&to| self.values[to] != 1) {
                return Ok(None);
            }
            stack.extend(edges);
        }
        Ok(Some(Reason::VerticesHaveSj))
    }

    fn label(&self, number: u64) -> Option<&str> {
        self.labels.get(usize::try_from(number).ok()?).map(String::as_str)
    }

    fn number(&self, label: &str) -> Option<u64> {
        self.numbers.get(label).map(|&number| number as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(feature = "formats")]
    use crate::theory::watch::unwatched;

    #[cfg(feature = "formats")]
    fn values(text: &str) -> Vec<(String, u64)> {
        let mut graph = Graph::parse("test", text).unwrap();
        let mut labels = graph.labels.clone();
        labels.sort();
        let mut watch = unwatched;
        let mut budget = Budget::new(&mut watch);
        labels
            .into_iter()
            .map(|label| {
                let number = graph.number(&label).unwrap();
                (label, graph.grundy(&[number], &mut budget).unwrap().unwrap())
            })
            .collect()
    }

    #[cfg(feature = "formats")]
    #[test]
    fn all_forms_are_read() {
        let expected =
            vec![("a".to_owned(), 2), ("b".to_owned(), 1), ("c".to_owned(), 0), ("d".to_owned(), 0)];
        for text in [
            "a b # first\na c\nb c\n\nd\n",
            "\u{feff}a b\r\na c\r\nb c\r\nd",
            r#"{"a": ["b", "c"], "b": ["c"], "d": []}"#,
            r#"{"vertices": ["d"], "edges": [["a", "b"], ["a", "c"], ["b", "c"], ["b", "c"]]}"#,
            r#"{"nodes": ["d"], "edges": {"a": ["b", "c"], "b": ["c"]}}"#,
        ] {
            assert_eq!(values(text), expected, "{text}");
        }
        assert_eq!(
            values("[[1, 2], [2, 3]]"),
            [("1".to_owned(), 0), ("2".to_owned(), 1), ("3".to_owned(), 0)]
        );
    }

    #[test]
    fn a_cycle_is_named() {
        let cycle = |text| Graph::parse("test", text).unwrap_err().to_string();
        assert!(cycle("x a\na b\nb c\nc a\n").ends_with(": a -> b -> c -> a"));
        assert!(cycle("a a").ends_with(": a -> a"));
    }

    #[test]
    fn what_is_no_graph_is_refused() {
        let error = Graph::parse("test", "a b\na  b c\n").unwrap_err();
        assert_eq!(error, GraphError::Line(2, 6, "c".to_owned()));
        for text in ["{\"a\": 3}", "[1]", "[[\"a\"]]", "[[\"a\", null]]", "{"] {
            assert!(matches!(Graph::parse("test", text), Err(GraphError::Json(_))), "{text}");
        }
    }

    #[test]
    fn a_long_path_is_no_stack_overflow() {
        let length = if nim_testing::whole::is_whole() { 300_000 } else { 100_000 };
        let path: String = (0..length).map(|n| format!("{n} {}\n", n + 1)).collect();
        let graph = Graph::parse("test", &path).unwrap();
        assert_eq!(graph.values[0], 0);
        assert_eq!(graph.values[1], 1);
    }
}
