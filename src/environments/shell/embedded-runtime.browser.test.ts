import { createEmbeddedRuntime } from './embedded-runtime.ts';
import { describeRuntime } from './runtime-conformance.ts';

describeRuntime('embedded (in the browser)', () => createEmbeddedRuntime());
