/** Which addresses pages in the bridge's browser may visit and load from. */
import { InfrastructureError } from '../src/core/environment.ts';

/** Folders of the workbench's own server whose pages may be driven. */
const DRIVEN = ['flows/'];

/** The folders of one server that pages may use, and nothing else. */
export class AllowList {
  /** The only origin that the browser may reach. */
  readonly origin: string;
  private readonly folders: readonly string[];

  /** @param root address of the workbench. */
  constructor(private readonly root: string) {
    this.origin = new URL(root).origin;
    this.folders = DRIVEN.map((folder) => new URL(folder, root).href);
  }

  allows(url: string): boolean {
    return this.folders.some((folder) => url.startsWith(folder));
  }

  /**
   * The URL of an address relative to the workbench.
   * @throws InfrastructureError when no page may be there.
   */
  resolve(address: string): string {
    const url = URL.canParse(address, this.root) ? new URL(address, this.root).href : address;
    if (!this.allows(url)) {
      throw new InfrastructureError(`bridge: ${url.slice(0, 120)} is not in ${this.folders.join(', ')}`);
    }
    return url;
  }
}
