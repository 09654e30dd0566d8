//! The networks of [`Learnt`](super::Learnt): the score of a turn, from the facts about it.
//!
//! All numbers are whole, and held as `f64`. Their sums stay below 2^48 (`WholeNetworks` of the
//! Python package computes the bound). So they are exact in whatever order they are added, and
//! every machine chooses the same turn. Weights and inputs are whole multiples of 1/4096; what a
//! layer gives is rounded down to one.

/// One, in the units of weights and inputs.
const ONE: f64 = 4096.0;
/// The kinds of tile of the rules it learnt.
pub const KINDS: usize = 53;
/// The units of each hidden layer.
const HIDDEN: usize = 256;
/// Numbers up to this one are told apart by inputs of their own.
const SMALL: f64 = 3.0;

/// The facts that are divided by about their largest value.
const LARGEST: [(&str, u8); 15] = [
    ("sizes", 30),
    ("pool", 80),
    ("turns", 50),
    ("waits", 50),
    ("still", 50),
    ("laid_by", 50),
    ("most", 20),
    ("points", 100),
    ("stuck", 20),
    ("jokers", 2),
    ("singles", 20),
    ("safe", 20),
    ("tiles", 20),
    ("left", 30),
    ("left_stuck", 20),
];

/// Turns bytes of facts into inputs: counts of kinds as they are; every other number divided by
/// about its largest value, the same cut off at [`SMALL`], and whether it is 0.
#[derive(Debug)]
pub struct Inputs {
    /// By fact: what it is divided by.
    largest: Vec<f64>,
    /// Facts that are counts of kinds; they come first.
    counts: usize,
}

impl Inputs {
    /// The inputs from these fields: their names and lengths.
    pub fn new(fields: &[(&str, usize)]) -> Inputs {
        let of = |name: &str| LARGEST.iter().find(|(other, _)| *other == name);
        let each = fields.iter().flat_map(|(name, length)| {
            let largest = of(name).map_or(1.0, |(_, largest)| f64::from(*largest));
            std::iter::repeat_n(largest, *length)
        });
        let counts = fields.iter().filter(|(_, length)| *length == KINDS);
        Inputs {
            largest: each.collect(),
            counts: counts.map(|(_, length)| length).sum(),
        }
    }

    /// The number of inputs.
    fn width(&self) -> usize {
        3 * self.largest.len() - 2 * self.counts
    }

    /// The inputs that are not 0, with their numbers.
    fn of(&self, facts: &[u8]) -> Vec<(usize, f64)> {
        let whole = |fact: u8, largest: f64| (f64::from(fact) * ONE / largest).round();
        let each = facts.iter().zip(&self.largest);
        let scaled = each.map(|(fact, largest)| whole(*fact, *largest));
        let rest = &facts[self.counts..];
        let small = rest
            .iter()
            .map(|fact| whole((*fact).min(SMALL as u8), SMALL));
        let none = rest.iter().map(|fact| if *fact == 0 { ONE } else { 0.0 });
        let all = scaled.chain(small).chain(none).enumerate();
        all.filter(|(_, input)| *input != 0.0).collect()
    }
}

/// Two hidden layers and a score.
#[derive(Debug)]
struct Network {
    /// What the inputs of a turn add to its score.
    direct: Vec<f64>,
    /// From the inputs of the position, those of the turn, and the first hidden layer.
    layers: [Layer; 3],
    /// What the units of the first hidden layer begin with.
    first: [f64; HIDDEN],
    /// What those of the second begin with.
    second: [f64; HIDDEN],
    /// What the units of the second add to the score.
    last: [f64; HIDDEN],
    /// What the score begins with.
    end: f64,
}

/// Weights to each unit of a hidden layer, one row for each input.
type Layer = Vec<[f64; HIDDEN]>;

/// The networks that decide together, by the sum of their scores.
#[derive(Debug)]
pub struct Committee {
    position: Inputs,
    turn: Inputs,
    networks: Vec<Network>,
}

impl Committee {
    /// Makes as many networks as there are in these weights, which come in the order of the arrays
    /// of `dmc.npz`. `None` if some or all are missing.
    pub fn read(position: Inputs, turn: Inputs, weights: &[i16]) -> Option<Committee> {
        let mut all = weights.iter().copied().map(f64::from);
        let mut networks = Vec::new();
        while all.len() > 0 {
            networks.push(Network::read(&mut all, position.width(), turn.width())?);
        }
        (!networks.is_empty()).then_some(Committee {
            position,
            turn,
            networks,
        })
    }

    /// The scores of the turns of a position, from its facts and the rows of the turns.
    pub fn scores(&self, position: &[u8], rows: &[u8]) -> Vec<f64> {
        let position = self.position.of(position);
        let known: Vec<_> = self
            .networks
            .iter()
            .map(|network| network.of_position(&position))
            .collect();
        let rows = rows.chunks_exact(self.turn.largest.len());
        let score = |row: &[u8]| {
            let turn = self.turn.of(row);
            let each = self.networks.iter().zip(&known);
            each.map(|(network, known)| network.score(*known, &turn))
                .sum()
        };
        rows.map(score).collect()
    }
}

impl Network {
    fn read(
        all: &mut impl ExactSizeIterator<Item = f64>,
        position: usize,
        turn: usize,
    ) -> Option<Network> {
        let direct: Vec<f64> = all.take(turn).collect();
        let mut row = || -> Option<[f64; HIDDEN]> {
            let row: Vec<f64> = all.take(HIDDEN).collect();
            row.try_into().ok()
        };
        let mut layer = |inputs: usize| (0..inputs).map(|_| row()).collect::<Option<Layer>>();
        let (of_position, of_turn, first) = (layer(position)?, layer(turn)?, layer(1)?);
        let (middle, second, last) = (layer(HIDDEN)?, layer(1)?, layer(1)?);
        Some(Network {
            direct,
            layers: [of_position, of_turn, middle],
            first: first[0],
            second: second[0],
            last: last[0],
            end: all.next()?,
        })
    }

    /// What the position gives to the units of the first layer.
    fn of_position(&self, position: &[(usize, f64)]) -> [f64; HIDDEN] {
        let mut units = begun(&self.first);
        add(&mut units, position, &self.layers[0]);
        units
    }

    fn score(&self, mut units: [f64; HIDDEN], turn: &[(usize, f64)]) -> f64 {
        add(&mut units, turn, &self.layers[1]);
        let one = active(&units);
        let mut units = begun(&self.second);
        add(&mut units, &one, &self.layers[2]);
        let last = active(&units)
            .into_iter()
            .map(|(at, unit)| unit * self.last[at]);
        let direct = turn.iter().map(|(at, input)| input * self.direct[*at]);
        self.end * ONE + last.chain(direct).sum::<f64>()
    }
}

/// The units of a layer before any input is added.
fn begun(bias: &[f64; HIDDEN]) -> [f64; HIDDEN] {
    bias.map(|bias| bias * ONE)
}

/// Adds what these inputs give to the units of a layer.
fn add(units: &mut [f64; HIDDEN], inputs: &[(usize, f64)], layer: &Layer) {
    for (at, input) in inputs {
        for (unit, weight) in units.iter_mut().zip(&layer[*at]) {
            *unit += input * weight;
        }
    }
}

/// The units above 0, as inputs of the next layer.
fn active(units: &[f64; HIDDEN]) -> Vec<(usize, f64)> {
    let outputs = units.iter().map(|unit| (unit / ONE).floor()).enumerate();
    outputs.filter(|(_, output)| *output > 0.0).collect()
}
