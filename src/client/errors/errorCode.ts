/**
 * Every error and warning of the package, by its code. Each has a page in docs/errors that says what it means, why it
 * happens and what cures it. A code is never given to anything else, not even after its error is gone.
 *
 * 1xx: a call. 2xx: a page. 3xx: the proxy. 4xx: tests. 5xx: the service. It is a type, so that no bundle holds the list.
 */
interface ErrorCodes {
  TIDINGS_101: 'no answer arrived'
  TIDINGS_102: 'the answer took too long'
  TIDINGS_103: 'the service answered with an error'
  TIDINGS_104: 'the service does not know who is asking (401)'
  TIDINGS_105: 'this inbox is not for the one who asks (403)'
  TIDINGS_106: 'an answer can not be read'
  TIDINGS_107: 'the input of a call, or an option, is wrong'
  TIDINGS_108: 'a list is too long for one call'
  TIDINGS_109: 'a long list was sent in part'
  TIDINGS_201: 'no InboxProvider'
  TIDINGS_202: 'an API key in a browser'
  TIDINGS_203: 'no style sheet'
  TIDINGS_204: 'a filter that is new in each render'
  TIDINGS_205: 'a QueryClient that does not fit'
  TIDINGS_206: 'two copies of tidings'
  TIDINGS_207: 'a failed mark that is not there'
  TIDINGS_208: 'DOMPurify is missing or too old'
  TIDINGS_209: 'the inbox can not be kept between visits'
  TIDINGS_210: 'code that is loaded on demand can not be loaded'
  TIDINGS_211: 'a payload that does not match the schema of its kind'
  TIDINGS_212: 'a schema of a kind that answers later'
  TIDINGS_213: 'a piece of a row outside its row'
  TIDINGS_214: 'a sound that can not be played'
  TIDINGS_215: 'an icon that can not be drawn'
  TIDINGS_216: 'desktop notifications that the browser does not show'
  TIDINGS_217: 'changes of a permission that the browser does not tell of'
  TIDINGS_218: 'a locale that is none'
  TIDINGS_219: 'rules of the page that win over the style sheet'
  TIDINGS_220: 'a prop that can not be used as it is'
  TIDINGS_221: 'a subscriberHash that is none'
  TIDINGS_301: 'authenticate threw, or did not end'
  TIDINGS_302: 'authenticate returned no subscriberId'
  TIDINGS_303: 'a body that was read before'
  TIDINGS_304: 'entries of another subscriber'
  TIDINGS_305: 'an unfit signing secret'
  TIDINGS_306: 'signing in a browser'
  TIDINGS_307: 'an option that the proxy does not know'
  TIDINGS_308: 'a subscriberHash that nothing checks'
  TIDINGS_309: 'the proxy has no key, or no service'
  TIDINGS_310: 'the service refuses the API key'
  TIDINGS_311: 'the proxy is not set up correctly'
  TIDINGS_401: 'a package that tests need is missing or too old'
  TIDINGS_501: 'tidings-service is not installed'
  TIDINGS_502: 'a database that can not be opened'
  TIDINGS_503: 'a workspace that can not be used'
}

/** The stable name of an error or warning: "TIDINGS_101". */
export type TidingsErrorCode = keyof ErrorCodes

/** The page of an error: a file of the installed package. */
export const errorPage = (code: TidingsErrorCode): string => `node_modules/tidings/docs/errors/${code}.md`
