import type { Forge, Proposal } from "../forge/forge.ts";
import type { ProposalContext } from "../report/pull-request/proposal.ts";

export interface Target {
  readonly forge: Forge;
  /** The branch that pull requests go to, and the commit they start from. */
  readonly base: Proposal["base"];
  /** What the forge's texts may link to. */
  readonly context: ProposalContext;
  /** Branches that somebody who may asked to be made anew, whoever's commits are on them. */
  readonly overwrite?: readonly string[];
}
