/** Inner width and height of a window, in CSS pixels. */
export interface Size {
  /** Width in CSS pixels. */
  width: number
  /** Height in CSS pixels. */
  height: number
}

/** A position in the window, in CSS pixels from its top left corner. */
export interface Point {
  /** Distance from the left edge. */
  x: number
  /** Distance from the top edge. */
  y: number
}

/** Values that can be passed to a page and back, as JSON. */
export type Json = string | number | boolean | null | undefined | readonly Json[] | { readonly [key: string]: Json }

/**
 * A browser page with the operations of a journey. All input is real: it passes through the browser's event handling.
 */
export interface EnginePage {
  /** Sets the window size, loads a URL, and waits for its `load` event. */
  open: (url: string, size: Size) => Promise<void>
  /** Moves the pointer. */
  hover: (point: Point) => Promise<void>
  /** Moves the pointer, presses and releases it. */
  click: (point: Point) => Promise<void>
  /** Presses one key: a character, or a name of `KeyboardEvent.key` such as "Escape". */
  press: (key: string) => Promise<void>
  /** Calls a function in the page. The function can't use its closure. */
  evaluate: <Arguments extends readonly Json[], Result>(
    run: (...args: Arguments) => Result,
    ...args: Arguments
  ) => Promise<Awaited<Result>>
  /** A PNG of the window, one pixel per CSS pixel. */
  screenshot: () => Promise<Buffer>
  /** Uncaught errors, and console warnings and errors, that the browser reported since the page was opened. */
  complaints: () => Promise<readonly string[]>
  /** Closes the page. */
  close: () => Promise<void>
}

/** A running browser. */
export interface Engine {
  /** Product and version, as the browser reports them. */
  version: string
  /** Opens a page with separate cookies and storage, or reuses one if the engine has only one window. */
  newPage: () => Promise<EnginePage>
  /** Closes the browser. */
  close: () => Promise<void>
}
