/** Whether what is kept under an id was asked for in exactly these words. */
export function isSameOrder<Order extends object>(kept: Order, order: Order): boolean {
  return (Object.keys(order) as (keyof Order)[]).every((name) => kept[name] === order[name]);
}
