/**
 * CartPole-v1: balance a pole on a cart by pushing the cart left or right (Barto, Sutton and
 * Anderson 1983), with the constants and the Euler integration of Gymnasium's environment of that
 * name. A benchmark of PPO that others have figures for.
 */
import type { Observation } from '../src/core/contracts.ts';
import type { RandomStream } from '../src/core/random.ts';

const GRAVITY = 9.8;
const POLE_MASS = 0.1;
const TOTAL_MASS = 1.1;
/** Metres from the pivot to the pole's centre. */
const HALF_LENGTH = 0.5;
const POLE_MOMENT = POLE_MASS * HALF_LENGTH;
/** Newtons of a push. */
const FORCE = 10;
/** Seconds of a step. */
const STEP_SECONDS = 0.02;
const POSITION_LIMIT = 2.4;
const ANGLE_LIMIT = (12 * Math.PI) / 180;
const START_LIMIT = 0.05;

/** Steps after which an episode is cut: not an end of the task, so the rest counts by its value. */
export const CARTPOLE_STEPS = 500;

/** Metres, metres per second, radians from upright, radians per second. */
export interface CartPole {
  position: number;
  velocity: number;
  angle: number;
  angularVelocity: number;
}

/** A start: all four numbers uniform in ±0.05. */
export function startCartPole(random: RandomStream): CartPole {
  const draw = () => (2 * random.float() - 1) * START_LIMIT;
  return { position: draw(), velocity: draw(), angle: draw(), angularVelocity: draw() };
}

/** The state one step after a push; candidate 0 of `observeCartPole` pushes left, 1 right. */
export function stepCartPole(state: CartPole, action: number): CartPole {
  const { position, velocity, angle, angularVelocity } = state;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const force = action === 1 ? FORCE : -FORCE;
  const push = (force + POLE_MOMENT * angularVelocity ** 2 * sin) / TOTAL_MASS;
  const angularAcceleration =
    (GRAVITY * sin - cos * push) / (HALF_LENGTH * (4 / 3 - (POLE_MASS * cos ** 2) / TOTAL_MASS));
  const acceleration = push - (POLE_MOMENT * angularAcceleration * cos) / TOTAL_MASS;
  return {
    position: position + STEP_SECONDS * velocity,
    velocity: velocity + STEP_SECONDS * acceleration,
    angle: angle + STEP_SECONDS * angularVelocity,
    angularVelocity: angularVelocity + STEP_SECONDS * angularAcceleration,
  };
}

/** Whether the pole leans more than 12° or the cart left the track: the end of the task. */
export function hasFallen({ position, angle }: CartPole): boolean {
  return Math.abs(position) > POSITION_LIMIT || Math.abs(angle) > ANGLE_LIMIT;
}

/** Speeds that are rarely exceeded while the pole stands; beyond, the number stays at ±1. */
const VELOCITY_SCALE = 3;
const ANGULAR_VELOCITY_SCALE = 3;

const CANDIDATES: Observation['candidates'] = ['left', 'right'].map((direction) => ({
  key: direction,
  verb: direction,
  text: '',
  numbers: [],
  label: direction,
}));

/** The state as the student sees it: four numbers in [-1, 1] and two candidates told apart by their verb. */
export function observeCartPole({ position, velocity, angle, angularVelocity }: CartPole): Observation {
  const bounded = (value: number) => Math.max(-1, Math.min(1, value));
  return {
    // The contract knows no CartPole; with one environment its name is a constant input.
    environment: 'shell',
    fields: { goal: '', seen: '', trace: '', errors: '' },
    numbers: [
      bounded(position / POSITION_LIMIT),
      bounded(velocity / VELOCITY_SCALE),
      bounded(angle / ANGLE_LIMIT),
      bounded(angularVelocity / ANGULAR_VELOCITY_SCALE),
    ],
    candidates: CANDIDATES,
  };
}
