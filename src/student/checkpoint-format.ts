/**
 * The checkpoint file: a safetensors file with the weights, Adam's moments and enough metadata to
 * go on training and to notice a single changed byte. `docs/formats.md` describes it.
 */
import { StudentConfig } from '../core/campaign-config.ts';
import { canonicalJson, hashOf, sha256 } from '../core/canonical.ts';
import type { ParameterSet, TrainingState } from './parameters.ts';
import { declareParameters } from './policy-network.ts';
import {
  CheckpointFormatError,
  decodeSafetensors,
  encodeSafetensors,
  type NamedTensor,
} from './safetensors.ts';

export { CheckpointFormatError } from './safetensors.ts';

const FORMAT = 'rl-workbench checkpoint 1';

/** The three groups of tensors of a file, in its order, and the prefix of their names. */
const GROUPS = { parameters: 'parameters.', first: 'moments.first.', second: 'moments.second.' } as const;
type Group = keyof typeof GROUPS;

/** Keys of the metadata; a file has exactly these. */
const METADATA_KEYS = [
  'format',
  'student',
  'optimiser_step',
  'checkpoint_id',
  'state_hash',
  'metadata_hash',
] as const;
type Metadata = Record<(typeof METADATA_KEYS)[number], string>;

/** What a set of tensors is identified by: names, shapes and bytes, whatever their order. */
async function digests(set: ParameterSet): Promise<[name: string, shape: number[], sha256: string][]> {
  const sorted = set.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return Promise.all(
    sorted.map(async ({ name, shape, data }): Promise<[string, number[], string]> => {
      // A copy of its own: the digest takes no view of memory that is shared or may grow.
      const bytes = new Uint8Array(new Float32Array(data).buffer);
      return [name, shape, await sha256(bytes)];
    }),
  );
}

/**
 * The two names of a training state. `checkpointId` is over the weights alone (names, shapes,
 * bytes), `stateHash` over weights, moments and optimiser step.
 */
export async function hashTrainingState(
  state: Omit<TrainingState, 'student'>,
): Promise<{ checkpointId: string; stateHash: string }> {
  const parameters = await digests(state.parameters);
  const first = await digests(state.moments.first);
  const second = await digests(state.moments.second);
  const { optimiserStep } = state;
  return {
    checkpointId: await hashOf({ parameters }),
    stateHash: await hashOf({ parameters, first, second, optimiserStep }),
  };
}

/** Hash over all other metadata, so that no byte of the file can change unnoticed. */
function hashMetadata({ metadata_hash: _, ...others }: Metadata): Promise<string> {
  return hashOf(others);
}

/** Why the moments do not belong to the weights; null when they do. */
function mismatch(weights: ParameterSet, moments: ParameterSet): { name: string; reason: string } | null {
  const shapes = new Map(weights.map(({ name, shape }) => [name, shape.join()]));
  const stranger = moments.find(({ name }) => !shapes.has(name));
  if (stranger !== undefined) return { name: stranger.name, reason: 'belongs to no weight' };
  const other = moments.find(({ name, shape }) => shapes.get(name) !== shape.join());
  if (other !== undefined) {
    return {
      name: other.name,
      reason: `has shape [${other.shape}], its weight has [${shapes.get(other.name)}]`,
    };
  }
  const present = new Set(moments.map(({ name }) => name));
  const missing = weights.find(({ name }) => !present.has(name));
  return missing === undefined ? null : { name: missing.name, reason: 'is missing' };
}

function checkGroups(groups: Record<Group, ParameterSet>, fileName: string): void {
  if (groups.parameters.length === 0) throw new CheckpointFormatError(fileName, null, 'it has no weights');
  for (const group of ['first', 'second'] as const) {
    const problem = mismatch(groups.parameters, groups[group]);
    if (problem !== null) {
      throw new CheckpointFormatError(fileName, GROUPS[group] + problem.name, problem.reason);
    }
  }
}

/**
 * The file of a training state, its checkpoint id and state hash. The same state gives the same bytes.
 * @throws CheckpointFormatError when a number is not finite, a shape is not its data's, or the
 *   moments are not of the names and shapes of the weights.
 */
export async function encodeCheckpoint(
  state: TrainingState,
): Promise<{ bytes: Uint8Array; checkpointId: string; stateHash: string }> {
  const fileName = 'new checkpoint';
  const groups = { parameters: state.parameters, ...state.moments };
  checkGroups(groups, fileName);
  if (!Number.isSafeInteger(state.optimiserStep) || state.optimiserStep < 0) {
    throw new CheckpointFormatError(fileName, null, `its optimiser step is ${state.optimiserStep}`);
  }
  const { checkpointId, stateHash } = await hashTrainingState(state);
  const metadata: Metadata = {
    format: FORMAT,
    student: canonicalJson(state.student),
    optimiser_step: String(state.optimiserStep),
    checkpoint_id: checkpointId,
    state_hash: stateHash,
    metadata_hash: '',
  };
  metadata.metadata_hash = await hashMetadata(metadata);
  const tensors: NamedTensor[] = (Object.keys(GROUPS) as Group[]).flatMap((group) =>
    groups[group].map((tensor) => ({ ...tensor, name: GROUPS[group] + tensor.name })),
  );
  return { bytes: encodeSafetensors(tensors, metadata, fileName), checkpointId, stateHash };
}

function checkedMetadata(found: Record<string, string>, fileName: string): Metadata {
  const missing = METADATA_KEYS.find((key) => !Object.hasOwn(found, key));
  if (found.format !== FORMAT) {
    const stated = found.format ?? 'none';
    throw new CheckpointFormatError(
      fileName,
      null,
      `its format is "${stated}", this workbench reads "${FORMAT}"`,
    );
  }
  if (missing !== undefined) {
    throw new CheckpointFormatError(fileName, null, `its metadata lacks "${missing}"`);
  }
  const stranger = Object.keys(found).find((key) => !METADATA_KEYS.some((known) => known === key));
  if (stranger !== undefined) {
    throw new CheckpointFormatError(fileName, null, `its metadata has the unknown key "${stranger}"`);
  }
  return found as Metadata;
}

/** The student's configuration, complete and with no key that is not known. */
function readStudent(text: string, fileName: string): StudentConfig {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new CheckpointFormatError(fileName, null, `its student is not JSON (${(error as Error).message})`);
  }
  const parsed = StudentConfig.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const where = issue?.path.join('.') ?? '';
    throw new CheckpointFormatError(
      fileName,
      null,
      `its student is not one of ours (${where} ${issue?.message})`,
    );
  }
  // A default filled in would be another student than the one that was saved.
  if (canonicalJson(parsed.data) !== text) {
    throw new CheckpointFormatError(fileName, null, 'its student is not complete');
  }
  return parsed.data;
}

/**
 * The training state in a file. Bit for bit the one that was saved, in the same order.
 * @throws CheckpointFormatError when the file is damaged, of another format, or its content does
 *   not have the hashes it states.
 */
export async function decodeCheckpoint(bytes: Uint8Array, fileName: string): Promise<TrainingState> {
  const refuse = (reason: string): never => {
    throw new CheckpointFormatError(fileName, null, reason);
  };
  const { tensors, metadata: found } = decodeSafetensors(bytes, fileName);
  const metadata = checkedMetadata(found, fileName);
  if ((await hashMetadata(metadata)) !== metadata.metadata_hash) {
    refuse('its metadata do not have the hash they state');
  }
  const student = readStudent(metadata.student, fileName);
  const optimiserStep = Number(metadata.optimiser_step);
  if (!Number.isSafeInteger(optimiserStep) || String(optimiserStep) !== metadata.optimiser_step) {
    refuse(`its optimiser step is "${metadata.optimiser_step}"`);
  }

  const groups: Record<Group, ParameterSet> = { parameters: [], first: [], second: [] };
  for (const [fullName, { shape, data }] of tensors) {
    const group = (Object.keys(GROUPS) as Group[]).find((g) => fullName.startsWith(GROUPS[g]));
    if (group === undefined) throw new CheckpointFormatError(fileName, fullName, 'is of no known group');
    groups[group].push({ name: fullName.slice(GROUPS[group].length), shape, data });
  }
  checkGroups(groups, fileName);

  // Engines know a tensor by its place, and a file written elsewhere may be in another order.
  const declared = (group: Group): ParameterSet => {
    const ordered = declareParameters(student).map(({ name, shape }) => {
      const found = groups[group].find((tensor) => tensor.name === name);
      const fullName = GROUPS[group] + name;
      if (found === undefined) throw new CheckpointFormatError(fileName, fullName, 'is missing');
      if (found.shape.join() !== shape.join()) {
        const reason = `has the shape [${found.shape}], the file's student needs [${shape}]`;
        throw new CheckpointFormatError(fileName, fullName, reason);
      }
      return found;
    });
    const stranger = groups[group].find((tensor) => !ordered.includes(tensor));
    if (stranger !== undefined) {
      throw new CheckpointFormatError(fileName, GROUPS[group] + stranger.name, 'is not part of its student');
    }
    return ordered;
  };
  const [parameters, first, second] = [declared('parameters'), declared('first'), declared('second')];
  const state: TrainingState = { student, parameters, moments: { first, second }, optimiserStep };
  const { checkpointId, stateHash } = await hashTrainingState(state);
  if (checkpointId !== metadata.checkpoint_id) refuse("the file's weights do not have the hash it states");
  if (stateHash !== metadata.state_hash) {
    refuse("the file's moments or optimiser step do not have the hash it states");
  }
  return state;
}
