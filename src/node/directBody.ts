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

const bodies = new WeakMap<Response, StreamSource | string>()

/**
 * Offers the body of a response to `serveRequest`. Written directly to a Node response, a stream needs neither its web
 * request nor a `ReadableStream`, which would nearly double the memory of 10,000 open streams. A text needs no
 * `ReadableStream` to be read from, and no write of its own after that of the headers.
 */
export const offerDirectly = (response: Response, body: StreamSource | string): Response => {
  bodies.set(response, body)
  return response
}

/** Returns the body of a response. Undefined for other responses, and for a copy by the host app. */
export const directBody = (response: Response): StreamSource | string | undefined => bodies.get(response)
