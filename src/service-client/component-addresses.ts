import { addressOf, type Endpoint } from "../contract/endpoint.ts";
import { components } from "../contract/endpoints/components.ts";
import type { Component } from "../contract/resources/component.ts";
import { componentName, type ComponentPath } from "../mapping/binding.ts";
import { readComponent, sharedClone } from "./reading.ts";
import type { ServiceAddress } from "./service-address.ts";
import type { ServiceComponent } from "./translation-service.ts";

/** Where components are: at the addresses that the service gave of them, otherwise at those that its API prescribes. */
export class ComponentAddresses {
  readonly #service: ServiceAddress;
  readonly #known = new Map<string, Component>();

  constructor(service: ServiceAddress) {
    this.#service = service;
  }

  /** Address of an endpoint that the service has not told us. */
  at<E extends Endpoint>(endpoint: E, parameters: Parameters<typeof addressOf<E>>[1]): string {
    return this.#service.at(addressOf(endpoint, parameters));
  }

  component(path: ComponentPath): string {
    return this.known(path)?.url ?? this.at(components.get, namesOf(path));
  }

  translations(path: ComponentPath): string {
    return this.known(path)?.translations_url ?? this.at(components.translations, namesOf(path));
  }

  lock(path: ComponentPath): string {
    return this.known(path)?.lock_url ?? this.at(components.lock, namesOf(path));
  }

  repository(path: ComponentPath): string {
    return this.known(path)?.repository_url ?? this.at(components.repository, namesOf(path));
  }

  changes(path: ComponentPath): string {
    return this.at(components.changes, namesOf(path));
  }

  known(path: ComponentPath): Component | undefined {
    return this.#known.get(componentName(path));
  }

  /** A component in a category has a plain `slug`; its path stands in its address only (probe §9). */
  remember(resource: Component, project: string): ServiceComponent {
    const path = this.#service.componentPathOf(resource.url) ?? {
      project,
      categories: [],
      component: resource.slug,
    };
    this.#known.set(componentName(path), resource);
    const shared = sharedClone(resource);
    const owner = shared === undefined ? undefined : this.at(components.get, shared);
    return readComponent(resource, path, resource.linked_component ?? owner);
  }

  forget(path: ComponentPath): void {
    this.#known.delete(componentName(path));
  }
}

function namesOf(path: ComponentPath): { readonly project: string; readonly component: string } {
  return { project: path.project, component: [...path.categories, path.component].join("/") };
}
