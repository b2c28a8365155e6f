import type { Clock } from '../../common/clock.ts';
import { SandboxClock } from './clock.ts';
import { Connections, Subscriptions } from './connections.ts';
import { Limits } from './limits.ts';
import type { Store } from './store.ts';
import { Vehicles } from './vehicles.ts';
import type { World } from './world.ts';

/** The world as it is now, and its time: what every API of the service is made of. */
export type Realm = Readonly<ReturnType<typeof openRealm>>;

/** `base` is the real time. */
export function openRealm(world: World, store: Store, base: Clock) {
  const { application } = world;
  const clock = new SandboxClock(base, store);
  return {
    application,
    store,
    clock,
    vehicles: new Vehicles(world, store, clock),
    connections: new Connections(store),
    subscriptions: new Subscriptions(store, clock),
    limits: new Limits(application, clock),
  };
}
