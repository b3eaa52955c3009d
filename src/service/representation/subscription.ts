import type { Subscription } from "../../contract/resources/subscription.ts";
import type { SubscriptionRecord } from "../identity/subscriptions.ts";
import type { Service } from "../service.ts";
import { deliveries } from "../notifications/delivery.ts";
import { address } from "./address.ts";

/** @param user whose they are */
export async function representSubscriptions(
  service: Service,
  user: number,
  subscriptions: readonly SubscriptionRecord[],
  origin: string,
): Promise<Subscription[]> {
  const { database } = service;
  const deliveryOf = await deliveries(service, user);
  const components = await database
    .selectFrom("component")
    .innerJoin("project", "project.id", "component.project_id")
    .select(["component.id", "component.path", "project.slug"])
    .where("component.id", "in", ids(subscriptions.map((row) => row.component_id)))
    .execute();
  const projects = await database
    .selectFrom("project")
    .select(["id", "slug"])
    .where("id", "in", ids(subscriptions.map((row) => row.project_id)))
    .execute();
  return subscriptions.map((row) => {
    const project = projects.find(({ id }) => id === row.project_id);
    const component = components.find(({ id }) => id === row.component_id);
    return {
      notification: row.notification,
      id: row.id,
      scope: row.scope,
      frequency: row.frequency,
      project: project === undefined ? null : address.project(origin, project.slug),
      component: component === undefined ? null : address.component(origin, component.slug, component.path),
      ...deliveryOf(row),
    };
  });
}

/** SQL has no empty list; no object has the id 0. */
function ids(wanted: readonly (number | null)[]): number[] {
  return [0, ...wanted.filter((id) => id !== null)];
}
