/** Width and height of a window's inside, in CSS pixels. */
export interface Size {
  width: number
  height: number
}

/** A place in the window, in CSS pixels from its left top corner. */
export interface Point {
  x: number
  y: number
}

/** Values that go into a page and come back: what JSON can express. */
export type Json = string | number | boolean | null | undefined | readonly Json[] | { readonly [key: string]: Json }

/** A page in a browser, and the few things that a journey does with it. All input is real: it goes through the browser's own event handling. */
export interface EnginePage {
  /** Gives the window a size, loads an address, and waits for its `load` event. */
  open: (url: string, size: Size) => Promise<void>
  /** Moves the pointer. */
  hover: (point: Point) => Promise<void>
  /** Moves the pointer, presses and releases it. */
  click: (point: Point) => Promise<void>
  /** Presses one key: a character, or a name of `KeyboardEvent.key` such as "Escape". */
  press: (key: string) => Promise<void>
  /** Calls a function in the page. It can't use anything from around it. */
  evaluate: <Arguments extends readonly Json[], Result>(
    run: (...args: Arguments) => Result,
    ...args: Arguments
  ) => Promise<Awaited<Result>>
  /** A PNG of what the window shows, one pixel for each CSS pixel. */
  screenshot: () => Promise<Buffer>
  /** Uncaught errors, and warnings and errors of the console, that the browser reported since the page was opened. */
  complaints: () => Promise<readonly string[]>
  close: () => Promise<void>
}

/** A browser that runs. */
export interface Engine {
  /** Product and version, as the browser reports them. */
  version: string
  /** Opens a page without cookies and storage of another, or reuses one where the engine has only one window. */
  newPage: () => Promise<EnginePage>
  close: () => Promise<void>
}
