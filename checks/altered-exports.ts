import { maxLineBytes, maxPersonsLineBytes } from '../contract/src/features/logbook/export-lines.ts'
import {
  type AlteredExport,
  createAltered,
  first,
  header,
  insertLine,
  lineOf,
  lines,
  malformLine,
  persons,
  reformatLine,
  removeLine,
  replaceEach,
  replaceInLine,
  second,
  signature,
  swapLines,
  third,
  withBytes,
  withLine,
} from './alter-export.ts'
import { spellings, wrongMembers, wrongValues } from './altered-lines.ts'
import { restoredExports } from './restored-exports.ts'
import { createSampleExport, joinLines, sampleEntries } from './sample-export.ts'

/** Changed copies of a small export, each with the verdict, line and reason of every verifier. */

const encodings = [
  ...replaceEach('notJson', [
    [first, '"text":""', '"text":"\t"'],
    [first, '"text":""', '"text":"\0"'],
    [first, '"lamp":7', '"lamp":07'],
    [first, '"lamp":7', '"lamp":+7'],
    [first, '"lamp":7', '"lamp":NaN'],
    [first, '"ratio":0.5', '"ratio":Infinity'],
    [first, '"ratio":0.5', '"ratio":.5'],
    [first, '"ratio":0.5,', '"ratio":0.5,,'],
    [first, '"testEnded"', "'testEnded'"],
    [first, '{"entry"', '\uFEFF{"entry"'],
    [first, '{"entry"', '\u00A0{"entry"'],
    [first, '{"entry"', '\0{"entry"'],
    [first, '"}', '"}\0'],
    [first, '"}', '"}{}'],
    [second, '\\n', '\\x'],
    [second, '\\n', '\\u00g0'],
  ]),
  malformLine('notUtf8', second, 'overlong encoding of a slash', withBytes(second, ' / ', [0x20, 0xc0, 0xaf, 0x20])),
  malformLine('notUtf8', second, 'half a surrogate pair in UTF-8', withBytes(second, '🔦', [0xed, 0xa0, 0xbd])),
  malformLine(
    'notUtf8',
    second,
    'surrogate pair in UTF-8',
    withBytes(second, '🔦', [0xed, 0xa0, 0xbd, 0xed, 0xb4, 0xa6]),
  ),
  malformLine('notUtf8', second, 'beyond Unicode', withBytes(second, '🔦', [0xf5, 0x80, 0x80, 0x80])),
  malformLine('notUtf8', second, 'Latin-1', withBytes(second, 'à', [0xe0])),
  malformLine('notUtf8', header, 'Latin-1 in the header', withBytes(header, 'à', [0xe0])),
  malformLine(
    'notUtf8',
    signature,
    'bytes after the signature',
    withBytes(signature, '"}\n', [0x22, 0x7d, 0xff, 0x0a]),
  ),
  malformLine('tooLong', second, 'line of 1 MiB and more', replaceInLine(second, ' / ', 'x'.repeat(maxLineBytes))),
  malformLine('tooLong', second, 'line without an end', withLine(second, 'x'.repeat(2 * maxLineBytes))),
  malformLine(
    'tooLong',
    persons,
    'persons of 16 MiB and more',
    replaceInLine(persons, 'Ada', 'x'.repeat(maxPersonsLineBytes)),
  ),
  createAltered('forged', null, 'persons of 2 MiB', replaceInLine(persons, 'Ada', 'x'.repeat(2 * maxLineBytes))),
]

const text = joinLines(lines).toString()
const reformattings = [
  reformatLine('byteOrderMark', 1, 'byte order mark', Buffer.from(`\uFEFF${text}`)),
  reformatLine('byteOrderMark', 1, 'UTF-16', Buffer.from(`\uFEFF${text}`, 'utf16le')),
  reformatLine('byteOrderMark', 1, 'UTF-16, other order', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()),
  reformatLine('lineEnds', 1, 'CRLF', Buffer.from(text.replaceAll('\n', '\r\n'))),
  reformatLine('lineEnds', 1, 'CR', Buffer.from(text.replaceAll('\n', '\r'))),
  reformatLine('lineEnds', second, 'CRLF on one line', withLine(second, `${lineOf(second)}\r`)),
  reformatLine('lineEnds', signature, 'CRLF at the end', withLine(signature, `${lineOf(signature)}\r`)),
  reformatLine(
    'lineEnds',
    second,
    'CR between two lines',
    joinLines(lines.toSpliced(2, 2, `${lineOf(3)}\r${lineOf(4)}`)),
  ),
  reformatLine('noLastLineFeed', signature, 'no line feed at the end', Buffer.from(text.slice(0, -1))),
  reformatLine('blankLine', signature + 1, 'blank line at the end', Buffer.from(`${text}\n`)),
  reformatLine('blankLine', signature + 1, 'blank lines at the end', Buffer.from(`${text}\n\n\n`)),
  reformatLine('blankLine', signature + 1, 'spaces at the end', Buffer.from(`${text}  `)),
  reformatLine('blankLine', 1, 'blank line at the start', Buffer.from(`\n${text}`)),
  reformatLine('blankLine', third, 'blank line among the entries', insertLine(third, '')),
  reformatLine('blankLine', third, 'line of white space', insertLine(third, ' \t')),
]

/** White space of other languages between the name of the format and its colon. */
const otherWhiteSpace = ['\u0085', '\u00a0', '\u2028', '\ufeff', '\x0b', '\x1c'].map((sign) =>
  malformLine(
    'unexpectedLine',
    header,
    `U+${sign.charCodeAt(0).toString(16)} after the name of the format`,
    replaceInLine(header, '"format"', `"format"${sign}`),
  ),
)

/** A verifier stops after an overlong line, in whatever pieces it reads the file. */
const tooLongLines = [1, maxLineBytes].flatMap((excess) => [
  createAltered(
    'noExport',
    null,
    `text ${excess} bytes too long before the header`,
    insertLine(header, 'x'.repeat(maxLineBytes + excess)),
  ),
  createAltered(
    'noExport',
    null,
    `blank line ${excess} bytes too long before the header`,
    insertLine(header, ' '.repeat(maxLineBytes + excess)),
  ),
  malformLine(
    'tooLong',
    third,
    `blank line ${excess} bytes too long`,
    insertLine(third, ' '.repeat(maxLineBytes + excess)),
  ),
])

/** A line in place of the header: the file still counts as an export. */
const linesBeforeHeader = ['note', '{"a":1}', '[1]', '{', lineOf(first), lineOf(signature)].map((line) =>
  malformLine('unexpectedLine', header, `before the header: ${line.slice(0, 20)}`, insertLine(header, line)),
)
const otherHeaders = [
  malformLine('unexpectedLine', 2, 'blank line and text before the header', Buffer.from(`\nnote\n${text}`)),
  malformLine('unexpectedLine', header, 'three lines before the header', Buffer.from(`a,b\n1,2\n\n${text}`)),
  malformLine('unexpectedLine', header, 'byte order mark and text before it', Buffer.from(`\uFEFFnote\n${text}`)),
  malformLine('unexpectedLine', header, 'entry before the header', swapLines(header, first)),
  malformLine('unexpectedLine', header, 'no header', removeLine(header)),
  malformLine('unexpectedLine', header, 'text for the header', withLine(header, 'note')),
  malformLine('unexpectedLine', header, 'other format', replaceInLine(header, 'vigilux-logbook', 'other')),
  malformLine('unexpectedLine', header, 'a byte of the format', replaceInLine(header, '"format"', '"formaT"')),
]

const orders = [
  ...tooLongLines,
  ...otherWhiteSpace,
  ...linesBeforeHeader,
  ...otherHeaders,
  malformLine('unexpectedLine', second, 'second header', insertLine(second, lineOf(header))),
  ...['[1]', '7', 'null', '{}', '{"text":"x"}', '"entry"'].map((line) =>
    malformLine('unexpectedLine', third, `forged line ${line}`, insertLine(third, line)),
  ),
  malformLine('wrongValue', third, 'forged line with an empty signature', insertLine(third, '{"signature":""}')),
  malformLine('unexpectedLine', third, 'signature among the entries', insertLine(third, lineOf(signature))),
  malformLine('unexpectedLine', third, 'persons among the entries', insertLine(third, lineOf(persons))),
  malformLine('unexpectedLine', third, 'persons before the last entries', swapLines(third, persons)),
  malformLine('unexpectedLine', first, 'persons before the entries', joinLines([1, 5, 2, 3, 4, 6].map(lineOf))),
  malformLine('unexpectedLine', signature, 'two lines of persons', insertLine(signature, lineOf(persons))),
  malformLine('unexpectedLine', signature, 'other persons as well', insertLine(signature, '{"persons":{}}')),
  malformLine('unexpectedLine', signature + 1, 'two signatures', insertLine(signature + 1, lineOf(signature))),
  malformLine('unexpectedLine', persons, 'signature before persons', swapLines(persons, signature)),
  malformLine('unexpectedLine', persons, 'no persons', removeLine(persons)),
  malformLine('missingLine', signature, 'no signature', removeLine(signature)),
  malformLine('unexpectedLine', signature + 1, 'entry after the signature', insertLine(signature + 1, lineOf(third))),
  malformLine('unexpectedLine', signature + 1, 'header after the signature', insertLine(signature + 1, lineOf(header))),
  malformLine('notJson', signature + 1, 'text after the signature', insertLine(signature + 1, 'end')),
  malformLine('notJson', signature + 1, 'a byte after the signature', Buffer.from(`${text}x`)),
  malformLine('unexpectedLine', persons, 'entry after the last', insertLine(persons, lineOf(third))),
  malformLine('unexpectedLine', second, 'header with a smaller end', replaceInLine(header, '"to":3', '"to":1')),
]

const chains = [
  createAltered('changed', first, 'changed entry', replaceInLine(first, '"lamp":7', '"lamp":8')),
  createAltered('changed', third, 'changed facts', replaceInLine(third, 'true', 'false')),
  createAltered(
    'changed',
    first,
    'facts of 16 levels',
    replaceInLine(first, '0.5', `${'['.repeat(15)}${']'.repeat(15)}`),
  ),
  createAltered('changed', second, 'changed text', replaceInLine(second, 'Łódź', 'Lodz')),
  createAltered('changed', second, 'other normal form', replaceInLine(second, 'à', 'a\u0300')),
  createAltered('changed', second, 'changed seal', replaceInLine(second, '"hash":"e', '"hash":"f')),
  createAltered('swapped', first, 'entries in other order', swapLines(first, second)),
  createAltered('swapped', third, 'entry twice', insertLine(third, lineOf(second))),
  createAltered('missing', second, 'entry left out', removeLine(second)),
  createAltered('missing', first, 'first entry left out', removeLine(first)),
  createAltered(
    'missing',
    first,
    'first entry left out, and a later line is no JSON',
    joinLines([1, 3, 4].map(lineOf).with(2, '{')),
  ),
  createAltered(
    'missing',
    first,
    'first entry left out, and comes after a blank line',
    joinLines([...[1, 3, 4].map(lineOf), '', lineOf(first)]),
  ),
  createAltered(
    'cutOff',
    first,
    'persons, and entries after a line that is no JSON',
    joinLines([lineOf(header), lineOf(persons), '{', lineOf(first)]),
  ),
  createAltered('cutOff', third, 'last entry left out', removeLine(third)),
  createAltered('cutOff', first, 'only the header', joinLines(lines.slice(0, 1))),
  createAltered('cutOff', second, 'cut off after one entry', joinLines(lines.slice(0, 2))),
  createAltered('cutOff', third, 'cut off after two entries', joinLines(lines.slice(0, 3))),
  createAltered('cutOff', persons, 'header with a larger end', replaceInLine(header, '"to":3', '"to":4')),
  createAltered('swapped', first, 'header with a larger start', replaceInLine(header, '"from":1', '"from":2')),
  malformLine('missingLine', persons, 'cut off after the entries', joinLines(lines.slice(0, 4))),
  malformLine('missingLine', signature, 'cut off after the persons', joinLines(lines.slice(0, 5))),
  ...lines.slice(1).map((line, at) => {
    const start = Buffer.byteLength(lines.slice(0, at + 1).join('\n')) + 1
    const middle = start + Math.floor(Buffer.byteLength(line) / 2)
    return malformLine('notJson', at + 2, `cut off within line ${at + 2}`, joinLines(lines).subarray(0, middle))
  }),
  createAltered('cutOff', third, 'cut off before a line feed', Buffer.from(text.split('\n').slice(0, 3).join('\n'))),
]

const otherExport = createSampleExport({
  entries: sampleEntries.map((entry) => ({ ...entry, clockWrong: entry.no === 3 })),
})
const signatures = [
  createAltered('recomputed', null, 'other head', replaceInLine(header, '"head":"2', '"head":"3')),
  createAltered('recomputed', null, 'last entry sealed again', joinLines([lineOf(header), ...otherExport.slice(1)])),
  createAltered('forged', null, 'other persons', replaceInLine(persons, 'Ada', 'Eva')),
  createAltered('forged', null, 'no names', withLine(persons, '{"persons":{}}')),
  createAltered('forged', null, 'other plant name', replaceInLine(header, 'Città', 'Stadt')),
  createAltered('forged', null, 'other time stamp', replaceInLine(header, 'bm9uZQ==', 'bm9uZg==')),
  createAltered('forged', null, 'no time stamp', replaceInLine(header, '{"token":"bm9uZQ=="}', 'null')),
  createAltered('forged', null, 'other signature', replaceInLine(signature, '"signature":"V', '"signature":"W')),
  createAltered('forged', null, 'other key id', replaceInLine(header, '"id":"k"', '"id":"l"')),
  createAltered('unknownKey', header, 'other key', replaceInLine(header, '11qYAY', '11qYAZ')),
]

const headers = [
  createAltered('noExport', null, 'empty file', Buffer.alloc(0)),
  createAltered('noExport', null, 'only line feeds', Buffer.from('\n\n')),
  createAltered('noExport', null, 'table', Buffer.from('a,b,c\n1,2,3\n')),
  createAltered('noExport', null, 'UTF-16 removeLine a mark', Buffer.from(text, 'utf16le')),
  createAltered(
    'noExport',
    null,
    'other format, and no line of an export',
    Buffer.from('{"format":"other-1"}\n{"a":1}\n'),
  ),
  createAltered('noExport', null, 'byte removeLine an end', Buffer.from('{')),
  createAltered('unknownFormat', 1, 'format 3', replaceInLine(header, 'vigilux-logbook-2', 'vigilux-logbook-3')),
  createAltered('unknownFormat', 1, 'format 02', replaceInLine(header, 'vigilux-logbook-2', 'vigilux-logbook-02')),
  malformLine('notJson', header, 'cut off within the header', joinLines(lines).subarray(0, 300)),
  createAltered(
    'forged',
    null,
    'format 2 said to be format 1',
    replaceInLine(header, 'vigilux-logbook-2', 'vigilux-logbook-1'),
  ),
]

/** Format 1 allowed other line ends, and nothing else. */
const oldExport = createSampleExport({ header: { format: 'vigilux-logbook-1' } })
const oldWith = (lineNumber: number, part: string, replacement: string): Buffer =>
  joinLines(oldExport.with(lineNumber - 1, (oldExport[lineNumber - 1] ?? '').replace(part, replacement)))
const oldFormat = [
  createAltered('whole', null, 'format 1', joinLines(oldExport)),
  createAltered('whole', null, 'format 1 with CRLF', Buffer.from(oldExport.join('\r\n'))),
  createAltered('whole', null, 'format 1 with blank lines', Buffer.from(`\n${oldExport.join('\n\n')}\n \n`)),
  malformLine(
    'unknownMember',
    third,
    'format 1: forged entry with a signature',
    oldWith(third, '{"entry"', '{"signature":"x","entry"'),
  ),
  malformLine(
    'notCanonical',
    persons,
    'format 1: persons twice in a line',
    oldWith(persons, '{"persons"', '{"persons":{},"persons"'),
  ),
  malformLine(
    'unexpectedLine',
    signature,
    'format 1: two lines of persons',
    joinLines(oldExport.toSpliced(5, 0, '{"persons":{}}')),
  ),
  malformLine(
    'tooLong',
    third,
    'format 1: blank line',
    joinLines(oldExport.toSpliced(3, 0, ' '.repeat(2 * maxLineBytes))),
  ),
  malformLine('wrongValue', signature, 'format 1: padding', oldWith(signature, '"}', '=="}')),
  reformatLine('byteOrderMark', 1, 'format 1: byte order mark', Buffer.from(`\uFEFF${oldExport.join('\n')}`)),
]

/** Valid variants of exports, which verifiers must accept. */
const part = createSampleExport({ header: { before: 'a'.repeat(64) }, entries: sampleEntries.slice(1) })
const unalteredExports = [
  createAltered('whole', null, 'the export', joinLines(lines)),
  createAltered('whole', null, 'a part', joinLines(part)),
  createAltered('empty', null, 'without entries', joinLines(createSampleExport({ entries: [] }))),
  createAltered('whole', null, 'without persons', joinLines(createSampleExport({ persons: {} }))),
  createAltered('whole', null, 'without a time stamp', joinLines(createSampleExport({ header: { timeStamp: null } }))),
]

export const alteredExports: readonly AlteredExport[] = [
  ...unalteredExports,
  ...wrongMembers,
  ...wrongValues,
  ...spellings,
  ...encodings,
  ...reformattings,
  ...orders,
  ...chains,
  ...signatures,
  ...headers,
  ...oldFormat,
  ...restoredExports,
]
