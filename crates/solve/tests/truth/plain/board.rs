//! Boards: their points, and how men step and leap along the lines.

/// A board: its points, numbered from 0, and the lines that join them.
#[derive(Debug, Clone)]
pub struct Board {
    names: Vec<String>,
    /// Of every point, the set of the points next to it.
    pub(super) steps: Vec<u32>,
    /// Of every point, the points that can be leapt over from it, each with the point where that leap ends.
    pub(super) leaps: Vec<Vec<(usize, usize)>>,
}

impl Board {
    /// The board of alquerque, 25 points, row by row: a1, b1, .., e1, a2, .., e5. The first player sees a1 bottom left.
    pub fn alquerque() -> Self {
        let names = (1..=5).flat_map(|row| "abcde".chars().map(move |column| format!("{column}{row}"))).collect();
        // Lines run aslant through every other point only.
        let lines = "a1 b1 c1 d1 e1, a2 b2 c2 d2 e2, a3 b3 c3 d3 e3, a4 b4 c4 d4 e4, a5 b5 c5 d5 e5, \
                     a1 a2 a3 a4 a5, b1 b2 b3 b4 b5, c1 c2 c3 c4 c5, d1 d2 d3 d4 d5, e1 e2 e3 e4 e5, \
                     a1 b2 c3 d4 e5, a3 b4 c5, c1 d2 e3, e1 d2 c3 b4 a5, c1 b2 a3, e3 d4 c5";
        Self::of_lines(names, &lines.split(", ").map(String::from).collect::<Vec<_>>())
    }

    /// The strip of awithlaknannai, `3n + 1` points: the row a1 .. an farthest from the first player, the middle line
    /// b1 .. b(n+1), then c1 .. cn, all counted from the first player's left. The points of a and c stand over the gaps
    /// of b. With `outer`, the points of a and those of c are joined among themselves too (kolowis awithlaknannai).
    pub fn serpents(n: usize, outer: bool) -> Self {
        let row = |letter: char, length: usize| (1..=length).map(|i| format!("{letter}{i}")).collect::<Vec<_>>();
        let (a, b, c) = (row('a', n), row('b', n + 1), row('c', n));
        let mut lines = vec![b.join(" ")];
        if outer {
            lines.extend([a.join(" "), c.join(" ")]);
        }
        // Through every inner point of the middle line two straight lines run across the strip.
        for i in 1..n {
            lines.push(format!("a{i} b{} c{}", i + 1, i + 1));
            lines.push(format!("c{i} b{} a{}", i + 1, i + 1));
        }
        // At the two tips the zigzags only meet: they bend there, and nobody leaps round a bend.
        for (i, tip) in [(1, 1), (n, n + 1)] {
            lines.extend([format!("a{i} b{tip}"), format!("c{i} b{tip}")]);
        }
        Self::of_lines([a, b, c].concat(), &lines)
    }

    /// The names of the points, in the order of their numbers.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Two points that follow each other on a line are one step apart, three in a row make a leap, in both directions.
    fn of_lines(names: Vec<String>, lines: &[String]) -> Self {
        let mut steps = vec![0; names.len()];
        let mut leaps = vec![Vec::new(); names.len()];
        for line in lines {
            let number =
                |name| names.iter().position(|other| other == name).expect("lines run through points of the board");
            let line: Vec<usize> = line.split(' ').map(number).collect();
            for pair in line.windows(2) {
                steps[pair[0]] |= 1 << pair[1];
                steps[pair[1]] |= 1 << pair[0];
            }
            for three in line.windows(3) {
                leaps[three[0]].push((three[1], three[2]));
                leaps[three[2]].push((three[1], three[0]));
            }
        }
        Self { names, steps, leaps }
    }
}
