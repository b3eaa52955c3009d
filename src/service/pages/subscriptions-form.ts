import { csrfField, options } from "../../http-api/form.ts";
import { html, type Markup } from "../../http-api/markup.ts";
import { PROFILE } from "./addresses.ts";

/** How often somebody wants to be told of one thing, as the API numbers it; "": they did not say. */
interface SubscriptionChoice {
  /** Name of its field. */
  readonly name: string;
  readonly frequency: string;
}

interface SubscriptionLine {
  readonly title: string;
  /** It says how things stand: never at once. */
  readonly isSummary: boolean;
  /** One for each of the form's scopes, in their order. */
  readonly choices: readonly SubscriptionChoice[];
}

/** What somebody said of one project or component. */
interface OwnSubscription extends SubscriptionChoice {
  readonly title: string;
  readonly place: string;
  readonly isSummary: boolean;
}

export interface SubscriptionsReading {
  /** Why no mail comes; undefined: it comes. */
  readonly problem: string | undefined;
  /** Where it comes. */
  readonly address: string;
  readonly lines: readonly SubscriptionLine[];
  readonly others: readonly OwnSubscription[];
}

/** Names of the columns: what is more exact counts where several speak of one event. */
const scopes = ["In projects that I watch", "In projects that I look after", "Everywhere"] as const;

const frequencies = [
  { value: "", words: "not said" },
  { value: "0", words: "never" },
  { value: "1", words: "at once" },
  { value: "2", words: "daily" },
  { value: "3", words: "weekly" },
  { value: "4", words: "monthly" },
];

/** What somebody is told of by mail, and how often. */
export function subscriptionsForm({ problem, address, lines, others }: SubscriptionsReading, csrf: string): Markup {
  return html`<section aria-labelledby="mail">
    <h2 id="mail">Mail</h2>
    <p>
      ${problem === undefined ? html`It comes to <bdi>${address}</bdi>.` : html`<b>No mail comes:</b> ${problem}`} Of an
      event you are told once: a line for a project counts more than one for what you look after, that more than one for
      what you watch, and that more than “everywhere”.
    </p>
    <form method="post" action="${PROFILE}">
      ${csrfField(csrf)}
      <div class="table">
        <table class="strings">
          <thead>
            <tr>
              <th scope="col">What happens</th>
              ${scopes.map((scope) => html`<th scope="col">${scope}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${lines.map(
              ({ title, choices, isSummary }) =>
                html`<tr>
                  <th scope="row">${title}</th>
                  ${choices.map((choice, at) => html`<td>${chosen(choice, `${title}: ${scopes[at] ?? ""}`, isSummary)}</td>`)}
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
      ${
        others.length === 0
          ? ""
          : html`<h3>Of single projects and components</h3>
              <ul>
                ${others.map(
                  (other) =>
                    html`<li>
                      ${other.title}, <bdi>${other.place}</bdi>:
                      ${chosen(other, `${other.title}, ${other.place}`, other.isSummary)}
                    </li>`,
                )}
              </ul>`
      }
      <button name="do" value="subscriptions">Save what I am told of</button>
    </form>
  </section>`;
}

function chosen({ name, frequency }: SubscriptionChoice, label: string, isSummary: boolean): Markup {
  const choices = frequencies.filter(({ value }) => !isSummary || value !== "1" || frequency === "1");
  return html`<select name="${name}" aria-label="${label}">
    ${options(choices, frequency)}
  </select>`;
}
