//! A game whose options were all listed beforehand: each is a sum of components with names.

use std::collections::HashMap;

use nim_engine::theory::game::{Component, Flow, Game, Shape, Visit};

/// The components that were found, and their options.
#[derive(Clone, Debug, Default)]
pub struct Explored {
    name: String,
    names: Vec<String>,
    numbers: HashMap<String, u64>,
    /// The options of the first components.
    options: Vec<Vec<Vec<Component>>>,
}

impl Explored {
    /// Creates a game of this name, without components.
    pub fn new(name: String) -> Self {
        Self { name, ..Self::default() }
    }

    /// Returns the number of a component, a new one where it was not known.
    pub fn number_of(&mut self, name: &str) -> u64 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.names.len() as u64;
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        number
    }

    /// Returns the next component whose options are to be listed.
    pub fn next(&self) -> Option<&str> {
        self.names.get(self.options.len()).map(String::as_str)
    }

    /// Sets the options of that component.
    pub fn list(&mut self, options: Vec<Vec<Component>>) {
        self.options.push(options);
    }

    /// Returns the number of components.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Returns a component that can be reached from itself, if there is one.
    ///
    /// *Idea*: components are taken away whose options have all gone. One that stays has an option that stays; following such
    /// options leads to a component for the second time.
    pub fn endless(&self) -> Option<&str> {
        let mut waiting: Vec<usize> =
            self.options.iter().map(|options| options.iter().flatten().count()).collect();
        let mut leads_from: Vec<Vec<usize>> = vec![Vec::new(); self.len()];
        for (from, options) in self.options.iter().enumerate() {
            options.iter().flatten().flatten().for_each(|&to| leads_from[to as usize].push(from));
        }
        let mut ended: Vec<usize> = (0..waiting.len()).filter(|&component| waiting[component] == 0).collect();
        while let Some(component) = ended.pop() {
            for &from in &leads_from[component] {
                waiting[from] -= 1;
                if waiting[from] == 0 {
                    ended.push(from);
                }
            }
        }
        let stays = |component: &usize| waiting[*component] > 0;
        let mut component = (0..waiting.len()).find(stays)?;
        let mut is_seen = vec![false; waiting.len()];
        while !std::mem::replace(&mut is_seen[component], true) {
            let to = self.options[component].iter().flatten().flatten().map(|&to| to as usize).find(stays);
            component = to?;
        }
        self.names.get(component).map(String::as_str)
    }
}

impl Game for Explored {
    fn options(&self, component: &[u64], visit: &mut Visit<'_>) -> Flow {
        let options = component.first().and_then(|&number| self.options.get(number as usize));
        options.into_iter().flatten().try_for_each(|option| visit(option))
    }

    fn name(&self) -> String {
        self.name.clone()
    }

    fn shape(&self) -> Shape {
        Shape::Vertex { count: self.names.len() as u64 }
    }

    fn label(&self, number: u64) -> Option<&str> {
        self.names.get(usize::try_from(number).ok()?).map(String::as_str)
    }

    fn number(&self, label: &str) -> Option<u64> {
        self.numbers.get(label).copied()
    }
}
