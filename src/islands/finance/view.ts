import type { Network } from '#domain/destination.ts';

/** As a person typed it. */
export type TypedOrder = { destination: string; amount: string };

/** Checked, and its amount as the wire writes it. */
export type Order = TypedOrder & { network: Network };

/** `focus` is a new object whenever the focus has to move; what the server draws moves none. */
type Told<Field extends string> = {
  errors: Partial<Record<Field, readonly string[]>>;
  notice?: string | undefined;
  focus?: { on: Field | 'heading' } | undefined;
};

export type OrderView = { at: 'order'; typed: TypedOrder } & Told<'destination' | 'amount'>;
/** The uid names what is about to be sent. */
export type ReviewView = { at: 'review'; order: Order; uid: string } & Told<'pin'>;

/** Where somebody is with their withdrawal. */
export type View = OrderView | ReviewView;
