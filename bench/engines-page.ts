/** The page of the engines' figures on a GPU. */
import { WebGpuUnavailableError } from '../src/student/engine/webgpu/gpu.ts';
import { type EngineFigures, type FiguresRequest, measureFigures } from './engine-figures.ts';

/** The figures, or why there are none here. */
export type EnginesAnswer = { figures: EngineFigures } | { missing: string };

declare global {
  interface Window {
    /** Shows what is being done, in the process that opened the page. */
    say(text: string): Promise<void>;
    measureEngines(request: FiguresRequest): Promise<EnginesAnswer>;
  }
}

window.measureEngines = async (request) => {
  try {
    return { figures: await measureFigures(request, (text) => void window.say(text)) };
  } catch (error) {
    if (error instanceof WebGpuUnavailableError) return { missing: error.message };
    throw error;
  }
};
