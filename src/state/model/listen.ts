export const joinStops =
  (...stops: (() => unknown)[]): (() => void) =>
  () => {
    for (const stop of stops) stop()
  }

/**
 * Listens to events of a target, until the returned function is called.
 *
 * @param types the events, separated by spaces: `'pointerdown focusin'`.
 * @param options those of `addEventListener`: `true` for the capture phase.
 */
export const listen = (
  target: EventTarget | null | undefined,
  types: string,
  listener: (event: never) => void,
  options?: boolean | AddEventListenerOptions,
): (() => void) => {
  const each = types.split(' ')
  for (const type of each) target?.addEventListener(type, listener as EventListener, options)
  return () => {
    for (const type of each) target?.removeEventListener(type, listener as EventListener, options)
  }
}
