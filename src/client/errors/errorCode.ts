/**
 * The errors and warnings of the package by code. Each has a page in docs/errors with its meaning, its cause and its
 * fix. A code is never reused, even after its error is removed.
 *
 * 1xx: calls. 2xx: browser pages. 3xx: the proxy. 4xx: tests. 5xx: the service. It is a type, so no bundle contains the
 * list.
 */
interface ErrorCodes {
  TIDINGS_101: 'no response arrived'
  TIDINGS_102: 'the response took too long'
  TIDINGS_103: 'the service responded with an error'
  TIDINGS_104: 'the request is not authenticated (401)'
  TIDINGS_105: 'the inbox belongs to another subscriber (403)'
  TIDINGS_106: 'a response is invalid'
  TIDINGS_107: 'the input of a call, or an option, is invalid'
  TIDINGS_108: 'a list is too long for one call'
  TIDINGS_109: 'a long list was sent partially'
  TIDINGS_201: 'no InboxProvider'
  TIDINGS_202: 'an API key in a browser'
  TIDINGS_203: 'no style sheet'
  TIDINGS_204: 'a filter that is new in each render'
  TIDINGS_205: 'an incompatible QueryClient'
  TIDINGS_206: 'two copies of tidings'
  TIDINGS_208: 'DOMPurify is missing or too old'
  TIDINGS_209: 'the inbox can not be persisted'
  TIDINGS_210: 'code that is loaded on demand can not be loaded'
  TIDINGS_211: 'a payload that does not match the schema of its kind'
  TIDINGS_212: 'an asynchronous schema of a kind'
  TIDINGS_213: 'a part of a row outside a row'
  TIDINGS_214: 'a sound that can not be played'
  TIDINGS_215: 'an icon that can not be rendered'
  TIDINGS_216: 'desktop notifications that the browser does not show'
  TIDINGS_217: 'changes of a permission that the browser does not report'
  TIDINGS_218: 'a missing or invalid locale'
  TIDINGS_219: 'rules of the page that override the style sheet'
  TIDINGS_220: 'an unusable prop'
  TIDINGS_221: 'an invalid subscriberHash'
  TIDINGS_222: 'two providers of one inbox that differ'
  TIDINGS_223: 'a feature that the browser refuses'
  TIDINGS_224: 'an event that a listener reads and does not handle'
  TIDINGS_225: 'a dark page without a color-scheme'
  TIDINGS_301: 'authenticate threw, or did not finish'
  TIDINGS_302: 'authenticate returned no subscriberId'
  TIDINGS_303: 'a body that was read before the proxy'
  TIDINGS_304: 'entries of another subscriber'
  TIDINGS_305: 'an invalid signing secret'
  TIDINGS_306: 'signing in a browser'
  TIDINGS_307: 'an unknown option of the proxy'
  TIDINGS_308: 'an unchecked subscriberHash'
  TIDINGS_309: 'the proxy has no API key, or no service'
  TIDINGS_310: 'the service rejects the API key'
  TIDINGS_311: 'the proxy is not set up correctly'
  TIDINGS_401: 'a package that tests need is missing or too old'
  TIDINGS_501: 'tidings-service is not installed'
  TIDINGS_502: 'a database that can not be opened'
  TIDINGS_503: 'a workspace that can not be used'
  TIDINGS_504: 'an embedded database that has failed'
}

/** The stable code of an error or warning: "TIDINGS_101". */
export type TidingsErrorCode = keyof ErrorCodes

/** The path of an error's page, in the installed package. */
export const errorPage = (code: TidingsErrorCode): string => `node_modules/tidings/docs/errors/${code}.md`
