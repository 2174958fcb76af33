"""Stable-Baselines3's PPO on CartPole-v1 with the settings of cartpole-ppo.ts: JSON in, JSON out."""

import json
import sys
import time

import torch
from stable_baselines3 import PPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.evaluation import evaluate_policy


class Evaluation(BaseCallback):
    """Plays greedy episodes after every so many updates."""

    def __init__(self, setup, seed):
        super().__init__()
        self.setup = setup
        self.env = make_vec_env("CartPole-v1", n_envs=setup["evaluationEpisodes"], seed=seed + 1000)
        self.rounds = 0
        self.seconds = 0.0
        self.solved_after = None

    def measure(self):
        started = time.perf_counter()
        episodes = self.setup["evaluationEpisodes"]
        result, _ = evaluate_policy(self.model, self.env, n_eval_episodes=episodes, deterministic=True)
        self.seconds += time.perf_counter() - started
        if result >= self.setup["solvedReturn"] and self.solved_after is None:
            self.solved_after = self.num_timesteps
        return float(result)

    def _on_rollout_start(self):
        if self.rounds > 0 and self.rounds % self.setup["evaluateEvery"] == 0:
            self.measure()
        self.rounds += 1

    def _on_step(self):
        return True


def learn(seed, steps, setup, ppo):
    batch = setup["carts"] * setup["horizon"]
    steps = steps // batch * batch
    end = ppo["learningRateEnd"]
    model = PPO(
        "MlpPolicy",
        make_vec_env("CartPole-v1", n_envs=setup["carts"], seed=seed),
        learning_rate=lambda remaining: ppo["learningRate"] * (end + (1 - end) * remaining),
        n_steps=setup["horizon"],
        batch_size=batch // ppo["minibatches"],
        n_epochs=ppo["updateEpochs"],
        gamma=ppo["gamma"],
        gae_lambda=ppo["gaeLambda"],
        clip_range=ppo["clipRange"],
        ent_coef=ppo["entropyCoefficient"],
        vf_coef=ppo["valueCoefficient"],
        max_grad_norm=ppo["maxGradNorm"],
        seed=seed,
        device="cpu",
    )
    evaluation = Evaluation(setup, seed)
    started = time.perf_counter()
    model.learn(total_timesteps=steps, callback=evaluation)
    seconds = time.perf_counter() - started - evaluation.seconds
    final = evaluation.measure()
    return {
        "seed": seed,
        "steps": steps,
        "solvedAfter": evaluation.solved_after,
        "finalReturn": final,
        "seconds": seconds,
        "evaluationSeconds": evaluation.seconds,
    }


torch.set_num_threads(1)
given = json.load(sys.stdin)
runs = [learn(seed, given["steps"], given["setup"], given["ppo"]) for seed in given["seeds"]]
json.dump(runs, sys.stdout)
