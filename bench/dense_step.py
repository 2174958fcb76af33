"""The step of dense-step.ts in PyTorch on one thread: JSON in, losses and milliseconds of CPU out."""

import json
import sys
import time

import torch

torch.set_num_threads(1)
given = json.load(sys.stdin)
setup = given["setup"]
states, inputs, hidden, actions = (setup[name] for name in ("states", "inputs", "hidden", "actions"))

x = torch.tensor(given["inputs"]).reshape(states, inputs)
chosen = torch.tensor(given["actions"]).reshape(states, 1)
old = torch.tensor(given["oldLogProbabilities"])
advantages = torch.tensor(given["advantages"])
returns = torch.tensor(given["returns"])
shapes = [(inputs, hidden), (hidden, hidden), (hidden, actions), (hidden, 1)]
weights = [
    torch.tensor(data).reshape(shape).requires_grad_() for data, shape in zip(given["weights"], shapes)
]
biases = [torch.zeros(columns, requires_grad=True) for _, columns in shapes]
parameters = weights + biases
optimiser = torch.optim.Adam(parameters, lr=setup["learningRate"], eps=setup["epsilon"])


def layer(value, i):
    return torch.addmm(biases[i], value, weights[i])


def step():
    h = torch.relu(layer(torch.relu(layer(x, 0)), 1))
    logp = torch.log_softmax(layer(h, 2), 1)
    ratio = torch.exp(logp.gather(1, chosen).squeeze(1) - old)
    clipped = torch.clamp(ratio, 1 - setup["clip"], 1 + setup["clip"])
    surrogate = torch.minimum(ratio * advantages, clipped * advantages).mean()
    value_loss = (layer(h, 3).squeeze(1) - returns).square().mean()
    entropy = -(logp.exp() * logp).sum(1).mean()
    loss = setup["value"] * value_loss - surrogate - setup["entropy"] * entropy
    optimiser.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(parameters, setup["maxNorm"])
    optimiser.step()
    return loss.item()


losses = [step() for _ in range(20)]
milliseconds = []
for _ in range(given["runs"]):
    started = time.process_time()
    step()
    milliseconds.append(1000 * (time.process_time() - started))
json.dump({"losses": losses, "milliseconds": milliseconds}, sys.stdout)
