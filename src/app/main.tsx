/** Starts the page: styles, the learner worker, the model, and the components over it. */
import 'uplot/dist/uPlot.min.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/layout.css';
import './styles/panels.css';
import './styles/details.css';
import { render } from 'preact';
import { App } from './app.tsx';
import { connect } from './connection.ts';
import { renderOncePerFrame } from './frame-rendering.ts';
import { t } from './messages.ts';
import { createModel } from './model.ts';
import { applyTheme } from './theme.ts';

document.title = t('app.title');
applyTheme();
renderOncePerFrame();

const { api, onLost } = connect();
const model = createModel(api);
onLost((error) => model.lost(error.message));
addEventListener('hashchange', () => model.routeChanged(location.hash));

const root = document.getElementById('app');
if (root === null) throw new Error('index.html has no element with the id "app"');
render(<App model={model} />, root);

window.workbench = api;
window.workbenchReady = model.start().then(() => {
  const boot = model.boot.value;
  if (boot.status === 'error') throw new Error(boot.message);
  document.documentElement.dataset.ready = 'true';
});
// The page itself shows why it did not start; whoever drives it awaits the promise.
window.workbenchReady.catch((error: unknown) => console.error(error));
