import type { Clock } from '../../common/clock.ts';
import { Capacities } from './capacities.ts';
import { SandboxClock } from './clock.ts';
import { Connections, Subscriptions } from './connections.ts';
import { Limits } from './limits.ts';
import type { Store } from './store.ts';
import { Vehicles } from './vehicles.ts';
import type { Application, World } from './world.ts';

/** The world as it is now, and its time: what every API of the service is made of. */
export interface Realm {
  readonly application: Application;
  readonly store: Store;
  readonly clock: SandboxClock;
  readonly vehicles: Vehicles;
  readonly capacities: Capacities;
  readonly connections: Connections;
  readonly subscriptions: Subscriptions;
  readonly limits: Limits;
}

/** `base` is the real time. */
export function openRealm(world: World, store: Store, base: Clock): Realm {
  const { application } = world;
  const clock = new SandboxClock(base, store);
  return {
    application,
    store,
    clock,
    vehicles: new Vehicles(world, store, clock),
    capacities: new Capacities(store, clock),
    connections: new Connections(store),
    subscriptions: new Subscriptions(store, clock),
    limits: new Limits(application, clock),
  };
}
