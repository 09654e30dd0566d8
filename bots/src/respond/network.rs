//! A small network from inputs to one number, with one hidden layer, fitted to squared error by
//! Adam (Kingma and Ba, ICLR 2015). It uses the four operations and the square root alone, one
//! after the other, so the same samples give the same bits everywhere.

use rummilab_chance::{Key, Stream};

/// Rate, decays of the two means, and the guard against division by zero: the values of the paper.
const RATE: f64 = 1e-3;
const DECAY: [f64; 2] = [0.9, 0.999];
const GUARD: f64 = 1e-8;
/// Samples of a step.
const BATCH: usize = 32;

/// A network with one hidden layer of rectified units.
#[derive(Debug, Clone, PartialEq)]
pub struct Network {
    inputs: usize,
    hidden: usize,
    /// Mean and inverse deviation of each input.
    scale: Vec<[f64; 2]>,
    /// Hidden weights with their constants, row by row, then the weights of the output and its
    /// constant.
    weights: Vec<f64>,
}

impl Network {
    /// Fits a network of this many hidden units to samples of inputs and target, in so many passes
    /// over them. All samples must have equally many inputs. `None` without samples.
    pub fn fit(
        samples: &[(Vec<f64>, f64)],
        (hidden, passes): (usize, usize),
        seed: u64,
    ) -> Option<Network> {
        let inputs = samples.first()?.0.len();
        let mut stream = Stream::new(Key::sample(seed, "network", 0));
        let mut network = Network::new(samples, inputs, hidden, &mut stream);
        let scaled: Vec<(Vec<f64>, f64)> = samples
            .iter()
            .map(|(inputs, target)| (network.scaled(inputs), *target))
            .collect();
        let mut order: Vec<usize> = (0..samples.len()).collect();
        let mut adam = Adam::new(network.weights.len());
        for _ in 0..passes {
            stream.shuffle(&mut order);
            for batch in order.chunks(BATCH) {
                let mut slope = vec![0.0; network.weights.len()];
                for sample in batch {
                    let (inputs, target) = &scaled[*sample];
                    network.add_slope(inputs, *target, &mut slope);
                }
                adam.step(&mut network.weights, &slope, batch.len() as f64);
            }
        }
        Some(network)
    }

    /// Random hidden weights as of He and others (ICCV 2015), an output that is the mean target.
    fn new(
        samples: &[(Vec<f64>, f64)],
        inputs: usize,
        hidden: usize,
        stream: &mut Stream,
    ) -> Network {
        let n = samples.len() as f64;
        let scale = (0..inputs).map(|at| {
            let mean = samples.iter().map(|(inputs, _)| inputs[at]).sum::<f64>() / n;
            let square = samples
                .iter()
                .map(|(inputs, _)| (inputs[at] - mean).powi(2));
            let deviation = (square.sum::<f64>() / n).sqrt();
            [
                mean,
                if deviation > 0.0 {
                    1.0 / deviation
                } else {
                    0.0
                },
            ]
        });
        let width = (6.0 / inputs as f64).sqrt();
        let mut weights: Vec<f64> = (0..hidden * (inputs + 1))
            .map(|at| match at % (inputs + 1) == inputs {
                true => 0.0,
                false => (2.0 * stream.unit() - 1.0) * width,
            })
            .collect();
        weights.extend(vec![0.0; hidden]);
        weights.push(samples.iter().map(|(_, target)| target).sum::<f64>() / n);
        Network {
            inputs,
            hidden,
            scale: scale.collect(),
            weights,
        }
    }

    /// The estimate for these inputs.
    pub fn of(&self, inputs: &[f64]) -> f64 {
        let hidden = self.units(&self.scaled(inputs));
        self.output(&hidden)
    }

    /// The number of weights.
    pub fn size(&self) -> usize {
        self.weights.len()
    }

    fn scaled(&self, inputs: &[f64]) -> Vec<f64> {
        let scaled = inputs.iter().zip(&self.scale);
        scaled
            .map(|(input, [mean, inverse])| (input - mean) * inverse)
            .collect()
    }

    fn units(&self, scaled: &[f64]) -> Vec<f64> {
        let rows = self.weights.chunks(self.inputs + 1).take(self.hidden);
        rows.map(|row| {
            let sum: f64 = row
                .iter()
                .zip(scaled)
                .map(|(weight, input)| weight * input)
                .sum();
            (sum + row[self.inputs]).max(0.0)
        })
        .collect()
    }

    fn output(&self, hidden: &[f64]) -> f64 {
        let last = &self.weights[self.hidden * (self.inputs + 1)..];
        let sum: f64 = last
            .iter()
            .zip(hidden)
            .map(|(weight, unit)| weight * unit)
            .sum();
        sum + last[self.hidden]
    }

    /// Adds the slope of half the squared error of one sample.
    fn add_slope(&self, scaled: &[f64], target: f64, slope: &mut [f64]) {
        let hidden = self.units(scaled);
        let error = self.output(&hidden) - target;
        let row = self.inputs + 1;
        let last = self.hidden * row;
        for (at, unit) in hidden.iter().enumerate() {
            slope[last + at] += error * unit;
            if *unit > 0.0 {
                let back = error * self.weights[last + at];
                for (slope, input) in slope[at * row..].iter_mut().zip(scaled) {
                    *slope += back * input;
                }
                slope[at * row + self.inputs] += back;
            }
        }
        slope[last + self.hidden] += error;
    }
}

/// The state of Adam: running means of slopes and their squares, and the decays so far.
struct Adam {
    means: Vec<[f64; 2]>,
    decayed: [f64; 2],
}

impl Adam {
    fn new(weights: usize) -> Adam {
        Adam {
            means: vec![[0.0; 2]; weights],
            decayed: [1.0; 2],
        }
    }

    fn step(&mut self, weights: &mut [f64], slope: &[f64], samples: f64) {
        for (decayed, decay) in self.decayed.iter_mut().zip(DECAY) {
            *decayed *= decay;
        }
        for ((weight, slope), means) in weights.iter_mut().zip(slope).zip(&mut self.means) {
            let slope = slope / samples;
            means[0] = DECAY[0] * means[0] + (1.0 - DECAY[0]) * slope;
            means[1] = DECAY[1] * means[1] + (1.0 - DECAY[1]) * slope * slope;
            let mean = means[0] / (1.0 - self.decayed[0]);
            let square = means[1] / (1.0 - self.decayed[1]);
            *weight -= RATE * mean / (square.sqrt() + GUARD);
        }
    }
}
