/**
 * The entities of HTML 4 and the usual ones of HTML 5: a name, then its character. Those with an accent follow a rule.
 * A table of all 2,125 would be ten times as long, and a server, whose text the first render must repeat, has no
 * parser.
 */
const table =
  'Tab\tNewLine\nexcl!quot"num#dollar$percnt%amp&apos\'lpar(rpar)ast*plus+comma,period.sol/colon:semi;lt<equals=gt>' +
  'quest?commat@lsqb[bsol\\rsqb]lowbar_lcub{verbar|rcub}nbsp\u00a0iexcl¡cent¢pound£curren¤yen¥brvbar¦sect§uml¨copy©' +
  'ordfªlaquo«not¬shy\u00adreg®macr¯deg°plusmn±sup2²sup3³acute´microµpara¶middot·cedil¸sup1¹ordmºraquo»frac14¼' +
  'frac12½frac34¾iquest¿AEligÆETHÐtimes×OslashØTHORNÞszligßaeligæethðdivide÷oslashøthornþDstrokĐdstrokđimathı' +
  'LstrokŁlstrokłOEligŒoeligœfnofƒcircˆtilde˜AlphaΑBetaΒGammaΓDeltaΔEpsilonΕZetaΖEtaΗThetaΘIotaΙKappaΚLambdaΛMuΜNuΝ' +
  'XiΞOmicronΟPiΠRhoΡSigmaΣTauΤUpsilonΥPhiΦChiΧPsiΨOmegaΩalphaαbetaβgammaγdeltaδepsilonεzetaζetaηthetaθiotaιkappaκ' +
  'lambdaλmuμnuνxiξomicronοpiπrhoρsigmafςsigmaσtauτupsilonυphiφchiχpsiψomegaωthetasymϑupsihϒpivϖensp\u2002' +
  'emsp\u2003thinsp\u2009zwnj\u200czwj\u200dlrm\u200erlm\u200fhyphen‐ndash–mdash—lsquo‘rsquo’sbquo‚ldquo“rdquo”' +
  'bdquo„dagger†Dagger‡bull•hellip…permil‰prime′Prime″lsaquo‹rsaquo›oline‾frasl⁄euro€imageℑweierp℘realℜtrade™' +
  'alefsymℵlarr←uarr↑rarr→darr↓harr↔crarr↵lArr⇐uArr⇑rArr⇒dArr⇓hArr⇔forall∀part∂exist∃empty∅nabla∇isin∈notin∉ni∋' +
  'prod∏sum∑minus−lowast∗radic√prop∝infin∞ang∠and∧or∨cap∩cup∪int∫there4∴sim∼cong≅asymp≈ne≠equiv≡le≤ge≥sub⊂sup⊃nsub⊄' +
  'sube⊆supe⊇oplus⊕otimes⊗perp⊥sdot⋅lceil⌈rceil⌉lfloor⌊rfloor⌋lang〈rang〉loz◊star☆phone☎spades♠clubs♣hearts♥diams♦' +
  'check✓cross✗'

/** "eacute" is e with the accent "acute". */
const accents: Record<string, string> = {
  acute: '\u0301',
  breve: '\u0306',
  caron: '\u030c',
  cedil: '\u0327',
  circ: '\u0302',
  dblac: '\u030b',
  grave: '\u0300',
  macr: '\u0304',
  ogon: '\u0328',
  ring: '\u030a',
  tilde: '\u0303',
  uml: '\u0308',
}

let named: Map<string, string> | undefined

const decodeName = (name: string): string | undefined => {
  named ??= new Map([...table.matchAll(/([a-z\d]+)([^a-z\d])/gi)].map(([, each = '', text = '']) => [each, text]))
  // "xcirc" is a circle.
  const accent = /^[a-wyz]/i.test(name) ? accents[name.slice(1)] : undefined
  return named.get(name) ?? (accent ? (name.charAt(0) + accent).normalize('NFC') : named.get(name.toLowerCase()))
}

const decodeNumber = (code: number): string | undefined => {
  // Word processors write "&#150;" for a dash. Browsers read these numbers in its character set. Without `stream`,
  // Node 20.20 reads them as Latin-1: a page that a server rendered would differ.
  if (code >= 0x80 && code < 0xa0) return new TextDecoder('windows-1252').decode(Uint8Array.of(code), { stream: true })
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}

/** The text of an entity without `&` and `;`: "eacute", "#233" or "#xe9". Undefined for an unknown one. */
export const decodeEntity = (name: string): string | undefined => {
  if (!name.startsWith('#')) return decodeName(name)
  return decodeNumber(/^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10))
}
