/** Receives the parts of an event stream. */
export interface StreamSink {
  /** Writes a part. Returns false if the reader reads too slowly. The next part may follow after `drained`. */
  write(part: Uint8Array): boolean
  /** Ends the stream after what was written. */
  end(): void
  /** Disconnects the reader. What was written may be lost. */
  destroy(): void
}

/** Produces an event stream, and can write it to a sink. */
export interface StreamSource {
  /** Writes the stream from its beginning to `sink`, and nothing more to the body of the response. */
  attach(sink: StreamSink): void
  /** The sink accepts parts again. */
  drained(): void
  /** The reader has disconnected. */
  left(): void
}

const sources = new WeakMap<Response, StreamSource>()

/**
 * Offers the source of a response's body to `serveRequest`. Written directly to a Node response, a stream needs neither
 * its web request nor a `ReadableStream`. They would nearly double the memory of 10,000 open streams.
 */
export const offerDirectly = (response: Response, source: StreamSource): Response => {
  sources.set(response, source)
  return response
}

/** Returns the source of a response's body. Undefined for other responses, and for a copy by the host app. */
export const directSource = (response: Response): StreamSource | undefined => sources.get(response)
