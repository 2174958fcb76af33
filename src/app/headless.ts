/** The page that the headless command opens: the learner worker without anything to look at. */
import { connect } from './connection.ts';

const { api, onLost } = connect();
window.workbench = api;
window.workbenchReady = new Promise((resolve, reject) => {
  onLost(reject);
  api.boot().then(() => resolve(), reject);
});
