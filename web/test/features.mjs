// The page's features. One line adds a feature, which is one or more files. Without that line the page lacks the
// feature, and exactly its stories fail: `npm run test:removal` (docs/testing.md).

/// `at`: the file below web/src with the line; `line`: its beginning; `instead`: its replacement, nothing by default.
/// `of`: the feature's own files below web/src. `stories`: "file: story", with parts behind `>`; each fails without the
/// feature. `also`: stories that use the feature on the way.
const feature = (name, at, line, stories, { instead = '', of = [], also = [] } = {}) => ({ name, at, line, stories, instead, of, also })

const stranger = 'first-ten-minutes: a stranger sees a horse, pulls a number, breaks a shape, reads why, and has it mended'
const engineer = 'first-ten-minutes: an engineer pastes HLO, then the export, then one with a call nobody knows, and asks what it is worth'
const largeLine = 'first-ten-minutes: a line of eight megabytes is folded, and typing below it stays smooth'
const everyState = 'access: names, roles and contrast hold in every state, ${colorScheme}'
const keyboard = 'access: with the keyboard alone an example is opened, edited and run, and a cell is read'
const reader = 'access: a screen reader is told what the page is made of, and what happens'
const typing = (part) => `typing: what helps to write and to read > ${part}`
const stroke = 'paint: a stroke over a constant writes its numbers, and is one step of the history'
const paintedInput = 'paint: a painted input becomes what was painted, and undo takes it back'
const deliberate = 'paint: a click on a cell changes nothing until painting is on, and a stroke is taken back where it was made'
const chosenInput = 'paint: an input is painted where it is chosen'
const fails = 'values: a run that fails keeps the values before the failure'
const missing = 'values: what a run did not come to is outlined, and the reason said'
const lost = 'page: a lost engine is one calm bar, the text is safe, and it is started again'
const memory = 'page: too little memory is said, and more is given'
const given = 'processes: what processes give each other is a table of senders and receivers'
const equalResults = 'processes: each result says whether all processes have the same, or how far apart they are'
const numbersAlong = 'along: the sum, the mean and the variance along a dimension are below the histogram, and the palette leads there'
const onGrid = 'processes: a program runs on a grid of processes, each with its own values'
const givenNames = 'given-names: names that people gave stand beside values, in Inputs and under the pointer, and in the place of numbers'
const namesOfFunctions = 'given-names: each function shows the given names of its own values'
const messageNames = ['given-names: messages call values by the names that people gave', 'given-names: a message takes given names from the function that it is about']
const otherGrid = 'mending: a program that needs another grid offers it; the chip says what it is, refuses nonsense, and undo takes a choice back'
const otherType = 'mending: two sizes that must be equal are named with both places, and a change of either type mends them'
const feeds = 'inputs: what a program reads from the infeed and from the host on a channel is written beside its inputs'
const sharedWhole = 'share: a link gives a stranger the program, its inputs, its grid, its numerics and the view, with the same bits'
const sharedForms = 'share: a program is copied as a link, an element, Markdown, a command and a script, each of which runs'
const openedOver = 'share: opening a link asks nothing and replaces no draft, and one button or the browser leads back'
const droppedCase = 'cases: a program, its inputs and its expected result that are dropped together run and are compared'
const anyOrder = 'inputs: a channel from the host is found in whatever order its attributes stand'
const staleFeed = 'inputs: entries of a feed that were taken back are no longer shown'
const wholeMenu = 'examples: the menu shows every example with its picture, and costs nothing before it is opened'
const builderCode = 'code: the program is builder code in two languages, which follows the text and is copied'
const staleCode = 'code: a program without builder code has a reason in its place, and code of an earlier program stays, paler'
const cellMakes = 'code: JavaScript of the cell makes a program, which is opened in the editor and runs'
const cellErrors = 'code: an error of the cell names its line, and what the builder refuses also its rule'
const cellEnds = 'code: code without an end leaves the page alone, and is ended by hand or by the limit'
const cellTried = 'code: builder code is tried in the cell, on a phone too'
const comesBack = 'examples: changes are there again when one comes back, also after a reload, until one starts over'

const text = [
  feature('undo', 'editor/editor.ts', 'history(),', [stroke], {
    also: [stranger, paintedInput, 'paint: bits are written out when a cell is painted, and undo gives them back', 'paint: inputs that comments give are painted in the comments', 'editor: Shift-Alt-F sets the text in order and changes nothing of what it means', 'examples: what an example invites to try goes when another program is written over it, and comes back'],
  }),
  feature('undo of choices', 'editor/editor.ts', 'choiceHistory,', [paintedInput, otherGrid], { of: ['editor/choice-history.ts'] }),
  feature('brackets that stand out', 'editor/assistance.ts', 'bracketMatching(),', [typing('the other half of a bracket stands out')]),
  feature("the cursor's line", 'editor/editor.ts', 'highlightActiveLine(),', [typing('the line with the cursor stands out')], { also: ['editor: F12 goes to where a name is defined', given] }),
  feature('highlighting', 'editor/editor.ts', 'highlighting,', ['editor: operations, values and comments are told apart'], { of: ['editor/highlighting.ts'] }),
  feature('indentation', 'editor/assistance.ts', 'indentation,', [typing('a new line of a region stands further in')], { of: ['codemirror/indentation.ts'] }),
  feature('marks of the other places', 'editor/assistance.ts', 'diagnosticMarks,', [typing('the other place that an error is about is marked, too')], { of: ['codemirror/diagnostics.ts'], also: [typing('what mends an error is a button below it')] }),
  feature('errors below their lines', 'editor/assistance.ts', 'problemLines,', ['editor: under its line an error is a sentence, the rule with its numbers, and what it is about'], { of: ['editor/problem-lines.ts'], also: [stranger, everyState, typing('what mends an error is a button below it'), ...messageNames] }),
  feature('numbers that are pulled', 'editor/assistance.ts', 'numberDrag,', ['editor: a number in a constant is dragged, and the values follow', 'editor: a number that an exporter wrote is dragged, too, and a double click selects it'], { of: ['editor/number-drag.ts'], also: [stranger, 'pictures: what was opened of a value stays when the next run brings another'] }),
  feature('folding', 'editor/editor.ts', 'folding,', ['editor: a long literal is folded and says how much it holds', 'editor: a literal that was opened stays open when a line is pasted', 'editor: a region is folded and unfolded with keys'], { of: ['codemirror/folding.ts'], also: [largeLine, typing('a sign beside a region folds it')] }),
  feature('keys for phones', 'editor/assistance.ts', 'keyRowPanel,', ['touch: on a phone the keys that its keyboard hides stand above it, and nothing zooms'], { of: ['editor/key-row.ts'] }),
  feature('numbers of lines', 'editor/page-extras.ts', 'lineNumbers(),', [typing('lines are numbered')]),
  feature('signs of errors', 'editor/page-extras.ts', "laterParts.of(() => import('./error-signs.js')", [typing('a sign beside a line says that something is wrong with it')], { of: ['editor/error-signs.ts'] }),
  feature('signs that fold', 'editor/page-extras.ts', 'foldSigns,', [typing('a sign beside a region folds it')]),
  feature('the column of values', 'editor/page-extras.ts', 'valueColumn,', ['values: beside each line stands what it made', 'values: values of a loop say how often they were computed', fails], {
    of: ['editor/value-column.ts', 'editor/column-room.ts', 'editor/describe-value.ts', 'editor/narrow.ts'],
    // Contents of the column beside each line.
    also: ['*'],
  }),
  feature("the value of the cursor's line", 'editor/page-extras.ts', 'lineValue,', ['values: on a narrow page the line with the cursor shows its value below it'], { of: ['editor/line-value.ts'] }),
  feature('quiet types', 'editor/page-extras.ts', 'quietTypes,', ['room: types are quiet, give way where a line is long, and are whole where the cursor is'], { of: ['editor/quiet-types.ts', 'editor/line-type.ts'] }),
  feature('names that stay in view', 'editor/page-extras.ts', "laterParts.of(() => import('./names-in-view.js')", ['room: clicking a line leaves names in sight, and so does scrolling sideways'], { of: ['editor/names-in-view.ts'] }),
  feature('given names', 'editor/page-extras.ts', "laterParts.of(() => import('./given-names.js')", [givenNames, namesOfFunctions], { of: ['editor/given-names.ts', 'codemirror/given-names.ts'] }),
  feature('Tab in the text', 'editor/page-extras.ts', 'keymap.of([indentWithTab]),', [typing('Tab moves a line in')]),
  feature('the way out of the text', 'editor/page-extras.ts', 'wayOut,', [typing('a screen reader hears how to leave the text')]),
  feature('brackets that close', 'editor/assistance.ts', 'closeBrackets(),', [typing('a bracket that is opened is closed')], { also: [keyboard] }),
  feature('other places of what is selected', 'editor/assistance.ts', 'highlightSelectionMatches({', [typing('what is selected is marked where else it stands')]),
  feature('search', 'editor/assistance.ts', 'keymap.of(searchKeymap),', [typing('Control-F finds words'), 'typing: a line that the search finds is the line whose values are shown']),
  feature('hover', 'editor/assistance.ts', 'hover,', ['editor: values, operations, attributes and types are explained under the pointer', 'editor: a value under the pointer lights its definition, its uses, its numbers and its picture', 'editor: a size under the pointer lights its dimension in types, and the edges of its length in pictures'], { of: ['codemirror/hover.ts'] }),
  feature('go to definition', 'editor/assistance.ts', 'definition,', ['editor: F12 goes to where a name is defined'], { of: ['codemirror/definition.ts'] }),
  feature('rename', 'editor/assistance.ts', 'renaming,', ['editor: F2 renames a value everywhere'], { of: ['codemirror/rename.ts'] }),
  feature('format', 'editor/assistance.ts', 'formatting,', ['editor: Shift-Alt-F sets the text in order and changes nothing of what it means'], { of: ['codemirror/format.ts'] }),
  feature('completion', 'editor/assistance.ts', 'completion,', ['editor: completion offers operations, values of a fitting type and cases of enumerations', 'editor: completion offers functions with their types, and types of values in scope'], { of: ['codemirror/completion.ts'] }),
]

const errors = [
  feature('the list of errors', 'stage/panels/problem-teller.ts', 'this.list.replaceChildren(', ['editor: all errors are told at once, and what follows from another is marked so and told quietly', 'editor: an error is told beside the text and marked in it'], {
    of: ['stage/panels/problem-teller.ts'],
    also: [reader, fails, missing, 'values: the line that failed shows what it was given', engineer, 'examples: each example runs in the page, and what it invites to try changes its values', 'engine: the engine says what it is, and runs as it is told to'],
  }),
  feature('another grid', 'problems/problems.ts', '...gridActions(', [otherGrid]),
  feature('changes of types', 'stage/panels/problem-teller.ts', 'const more = new Map<Diagnostic, readonly Action[]>(', [otherType], { instead: 'const more = new Map<Diagnostic, readonly Action[]>()' }),
  feature('following a change', 'stage/panels/problem-teller.ts', 'void this.offerMore(', ['editor: a changed shape is followed through the program'], { also: [stranger] }),
  feature('what mends an error', 'problems/problems.ts', '...fixes.map((fix): Action', [typing('what mends an error is a button below it')], { of: ['problems/problems.ts'], also: [stranger] }),
  feature('the rule of an error', 'problems/problems.ts', 'if (rule !== null) parts.push(rule)', ['editor: under its line an error is a sentence, the rule with its numbers, and what it is about', 'documentation: a broken rule on the page leads to the rule in the documentation']),
  feature('texts that are no StableHLO', 'stage/panels/problem-list.ts', 'const sentence = foreign === undefined ? null : ', ['editor: what is no StableHLO gets a sentence of its own'], { instead: 'const sentence = null', also: [engineer] }),
  feature('pictures of an earlier text are pale', 'stage/panels/staleness.ts', "this.pane.toggleAttribute('data-stale'", [typing('while the text is broken the last good picture stays, paler'), 'freshness: while the same program is edited its values stay, paler on every surface'], { of: ['stage/panels/staleness.ts'], also: [stranger] }),
  feature('pictures of another program go', 'stage/panels/staleness.ts', "this.pane.toggleAttribute('data-other'", ['freshness: of a pasted program ${what} nothing is shown that it did not compute', 'freshness: undo and a picked example bring their own values or none'], { of: ['stage/panels/staleness.ts'], also: ['editor: what is no StableHLO gets a sentence of its own'] }),
  feature('values of another program go', 'editor/value-column.ts', 'if (!isSameProgram(state)) return []', ['freshness: a paste over most of the lines brings another program, and the lines that are left show nothing'], { of: ['editor/same-program.ts'] }),
  feature('values stay with their names', 'editor/value-column.ts', 'return moved !== null && isNamed(', ['freshness: a line that is another operation now has no value of the one before'], { instead: 'return moved !== null ? [{ position: moved, summary, isStale: true }] : []' }),
  feature('what is told of a name is of the last run', 'codemirror/hover.ts', 'return { ...showLit(view, { name }, dom), update }', ['freshness: what is told of a name under the pointer is of the run that is shown'], { instead: 'return showLit(view, { name }, dom)' }),
]

const stage = [
  feature('the line that failed', 'stage/panels/stage.ts', 'const isLine = ', ['values: the line that failed shows what it was given'], { instead: 'const isLine = await this.showLine(shown, cursor)' }),
  feature('what the operation does', 'stage/panels/line-view.ts', 'showSentence(this.sentence, ', ["values: above the operands stands what the operation does, with this program's names and numbers"]),
  feature('outlines of what is not there', 'stage/panels/line-view.ts', 'const missing = ', [missing], { instead: 'const missing = []', of: ['stage/picture/uncomputed.ts'] }),
  feature('one scale for a line', 'stage/panels/line-view.ts', 'const scales = sharedScales(', ['pictures: operands and result are on one scale', 'pictures: a value beside others takes its own scale, and the common one again'], { instead: 'const scales = new Map()' }),
  feature('its own scale', 'stage/picture/legend.ts', 'if (link !== null) ', ['pictures: a value beside others takes its own scale, and the common one again'], { of: ['stage/picture/legend.ts'] }),
  feature('scales of most numbers', 'stage/picture/shown.ts', 'import { robustRange } ', ['pictures: a few numbers far out do not take the colours of all others'], { instead: "import { wholeRange } from './robust-range.js'\nconst robustRange = async (_: Tensor, summary: TensorSummary): Promise<Range> => wholeRange(summary)", of: ['stage/picture/robust-range.ts'] }),
  feature('counts of NaN', 'stage/picture/legend.ts', 'if (summary.nan > 0) ', ['pictures: cells have the colours of their numbers, and what is no number has its sign']),
  feature('signs of NaN', 'stage/picture/draw-cells.ts', 'if (mark & windowMarks.nan) return drawNan(', ['pictures: cells have the colours of their numbers, and what is no number has its sign'], { of: ['stage/picture/draw-cells.ts'] }),
  feature('dots of padding', 'stage/picture/picture.ts', 'if (isDotted && ', ['layouts: padding is dotted, around and between, and its cells say that they are']),
  feature('what is padding', 'stage/panels/line-view.ts', 'if (results![0] !== undefined) results![0].isPadding', ['layouts: padding is dotted, around and between, and its cells say that they are'], { of: ['stage/picture/padding.ts'] }),
  feature('truth values', 'stage/picture/draw-cells.ts', 'if (scale.isTruth) return drawTruth(', ['pictures: what is true is filled, what is false hollow']),
  feature('numbers in cells', 'stage/picture/draw-cells.ts', 'writeInto(context, shortNumber(', ['pictures: a large cell holds its number']),
  feature('names of facets', 'stage/picture/picture.ts', 'this.labelFacets(context)', ['pictures: facets say which they are, and dimensions where they go'], { of: ['stage/picture/facet-labels.ts'] }),
  feature('directions of dimensions', 'stage/value/value-view.ts', '...axesOf(', ['pictures: facets say which they are, and dimensions where they go'], { of: ['stage/picture/axes.ts'] }),
  feature('sliders', 'stage/value/value-view.ts', '...slidersOf(', ['pictures: facets stand side by side, and dimensions beyond what fits have sliders'], { of: ['stage/value/sliders.ts'] }),
  feature('where a number came from', 'stage/panels/stage.ts', 'private readonly why = ', ['why: *'], {
    instead: "private readonly why = { list: element('div', ''), lens: element('div', ''), changed: () => {}, stop: () => {}, ask: () => {} }",
    also: ['asked: *'],
    of: ['stage/why/late-why.ts', 'stage/why/why-parts.ts', 'stage/why/why-list.ts', 'stage/why/microscope.ts', 'stage/why/lit-cells.ts', 'stage/why/chain-words.ts', 'stage/why/why-source.ts', 'stage/why/why-styles.ts', 'stage/why/summary.ts', 'stage/panels/why-host.ts'],
  }),
  feature('the summary of a chain', 'stage/why/why-list.ts', 'this.summary.textContent = summaryOf(', ['asked: a long chain begins with its sources, its sums and the sides that selects took'], { of: ['stage/why/summary.ts'] }),
  feature('the tab with the answer', 'app/playground-element.ts', 'root.addEventListener(pillEvent,', ['asked: a pill beside a line opens the tab with the answer']),
  feature('greatest products', 'stage/why/chain-words.ts', 'return products.sort(', ['why: a large sum of products lists the greatest of them first, with their cells'], { instead: 'return []' }),
  feature('functions of a chain', 'stage/why/why-list.ts', "if (inFunction !== '') ", ['why: a chain through several functions names the function of each step']),
  feature('room beside the list', 'stage/why/why-parts.ts', 'this.list.makeRoom()', ['why: a line that is clicked beside a long list is shown where it is seen']),
  feature('inputs that are asked about', 'stage/panels/inputs-view.ts', 'this.why.list,', ['inputs: a cell of an input is asked what depends on it']),
  feature('operands that are asked about', 'stage/panels/why-host.ts', 'const found = result ?? ', ['why: a cell of an operand is asked what depends on it, and lights those cells of the result', 'why: a scalar operand is asked in both directions'], { instead: 'const found = result', also: [deliberate] }),
  feature('pills that are asked about', 'editor/page-extras.ts', "laterParts.of(() => import('./pills.js')", ['why: a pill beside a line asks about its value'], { of: ['editor/pills.ts'] }),
  feature('cells that a cell was computed from', 'stage/why/microscope.ts', 'this.mark(look, asked)', ['why: the cell under the pointer outlines the cells that it was computed from, and a click pins it'], { of: ['stage/why/lit-cells.ts'] }),
  feature('cells outside of an operand', 'stage/why/microscope.ts', 'if (asked !== null && isOfName(asked)) ', ['why: indices that are clamped, and padding, are drawn outside of the operand'], { of: ['stage/why/outside-mark.ts'] }),
  feature('edge values', 'stage/panels/inputs-view.ts', 'this.showEdges(parameters, ', ['edges: *'], { of: ['inputs/edge-values.ts', 'stage/panels/edge-table.ts'] }),
  feature('inputs before the edges', 'stage/panels/inputs-view.ts', 'this.back.hidden = !isEdge', ['edges: the inputs before the edges come back by one click'], { instead: 'this.back.hidden = true' }),
  feature('motion', 'stage/panels/line-view.ts', 'this.motion = isMover(', ['motion: cells of a transpose travel with the slider, back and forth', 'motion: blocks of an all_reduce come from each process, and with reduced motion only the ends are shown'], { instead: 'this.motion = null', of: ['stage/panels/line-motion.ts', 'stage/motion/moves.ts', 'stage/motion/motion-picture.ts', 'stage/motion/motion-view.ts'] }),
  feature('deadlock that is drawn', 'stage/panels/processes-panel.ts', 'if (asked === this.asked) await this.showDeadlock(', ['motion: a deadlock is drawn with the processes that wait for each other, ${colorScheme}'], { of: ['stage/motion/deadlock.ts'] }),
  feature('rail', 'app/playground-element.ts', 'railChip(this, this.bench),', ['rail: *'], { of: ['app/rail-chip.ts', 'stage/rail/rail.ts', 'stage/rail/fence.ts', 'stage/rail/posts.ts', 'stage/rail/rail-styles.ts'] }),
  feature('breakpoints', 'stage/rail/rail.ts', 'addGates(host.view, ', ['rail: breakpoints stand beside lines, stop there or where a condition holds, and run to the cursor'], { of: ['stage/rail/gates.ts', 'stage/rail/gate-list.ts'] }),
  feature('earlier runs', 'stage/rail/rail.ts', 'this.runs.add(', ['rail: an edit begins again, and earlier runs are opened', 'rail: earlier runs are opened with their inputs'], { of: ['stage/rail/runs.ts'] }),
  feature('cells on the rail', 'stage/rail/rail.ts', 'moveCells(this.host.stage.dom, part)', ['rail: cells move as the fence is dragged through their step'], { of: ['stage/panels/move-cells.ts'] }),
  feature('executions of a line', 'stage/panels/stage.ts', 'void this.offerTimes(', ['executions: *'], { of: ['stage/panels/rerun.ts', 'stage/panels/replay.ts', 'stage/panels/executions.ts', 'stage/panels/moments.ts', 'stage/panels/done-line.ts'] }),
  feature('what a cell holds', 'stage/value/value-view.ts', 'this.read(cell)', ['pictures: a cell says all of its digits, and a stored integer what it means'], {
    of: ['stage/value/readout.ts'],
    also: ['pictures: twenty million elements are looked at as a whole and closely, without a slow frame', 'pictures: what is true is filled, what is false hollow', 'pictures: facets stand side by side, and dimensions beyond what fits have sliders'],
  }),
  feature('what stored integers mean', 'stage/value/readout.ts', 'if (real !== null) ', ['pictures: a cell says all of its digits, and a stored integer what it means'], { of: ['stage/value/quantized.ts'] }),
  feature('zoom by keys', 'stage/picture/gestures.ts', "frame.addEventListener('keydown'", ['pictures: keys look closer, move and show all again'], { instead: "frame.addEventListener('no-key', (event: KeyboardEvent) => {", of: ['stage/picture/gestures.ts'], also: ['looks: another theme leaves a picture at the part that is looked at, and details open'] }),
  feature('table', 'stage/value/views.ts', 'table,', ['pictures: a picture has a table, which is read and walked through by keys'], { of: ['stage/value/table-view.ts'], also: [keyboard, 'pictures: what was opened of a value stays when the next run brings another'] }),
  feature('numbers along a dimension', 'stage/value/histogram-view.ts', 'if (along !== null) ', [numbersAlong], { of: ['stage/value/along-view.ts', 'stage/value/along-dimension.ts'] }),
  feature('histogram', 'stage/value/views.ts', 'histogram,', ['pictures: a picture has a histogram'], { of: ['stage/value/histogram-view.ts'], also: [numbersAlong] }),
  feature('text of codes', 'stage/value/views.ts', 'letters,', ['pictures: codes of letters are read as text'], { of: ['stage/value/letters-view.ts'] }),
  feature('image', 'stage/value/views.ts', 'image,', ['pictures: three channels are an image'], { of: ['stage/value/image-view.ts'] }),
  feature('copying', 'stage/value/value-view.ts', 'if (countOf(tensor) <= mostCopied) ', ['values: a value is copied as text that gives it back', 'values: values of every kind of element are copied as text that gives them back'], { instead: 'if (countOf(tensor) < 0) {', of: ['shared/copy-value.ts'], also: ['engine: the run of the page is a command, which gives the same bits'] }),
  feature('saving', 'stage/value/value-view.ts', "row.append(offer('Save .npy'))", ['values: a value is saved as a file of numpy'], { of: ['shared/copy-value.ts'] }),
  feature('elements as text', 'stage/value/value-view.ts', 'if (this.shown?.tensor === tensor) text.textContent = ', ['values: elements are written below, of a large value behind a word']),
  feature('painting', 'stage/value/value-view.ts', 'cells: () => ', [stroke, 'paint: a stroke that begins on a painted cell rubs out, and a typed number is painted', chosenInput], {
    instead: 'cells: () => null,',
    of: ['paint/late-brushes.ts', 'paint/brush.ts', 'paint/targets.ts', 'paint/paint-row.ts', 'shared/literal.ts'],
    also: ['paint: *'],
  }),
  feature('painting that is taken back', 'paint/paint-row.ts', 'this.back.hidden = ', [deliberate, 'paint: the last stroke is taken back at the value that it painted'], { instead: 'this.back.hidden = true', of: ['paint/stroke-history.ts'] }),
  feature('why something is not painted', 'stage/value/value-view.ts', 'this.unpaintable.textContent = ', ['paint: what is not painted says why']),
]

const page = [
  feature('the bar of a lost engine', 'app/playground-element.ts', 'this.lost.dom,', [lost, 'page: where the host answers with ${name} for the engine, the page says so and the program can be read'], { of: ['app/lost-bar.ts'], also: [memory] }),
  feature('more memory', 'app/playground-element.ts', 'this.offerMemory(result)', [memory]),
  feature('examples', 'app/playground-element.ts', 'this.chooser.title,', [wholeMenu], { of: ['examples/chooser.ts', 'examples/menu.ts'], also: ['examples: *', reader, keyboard, everyState, 'editor: a long literal is folded and says how much it holds', 'editor: a region is folded and unfolded with keys', 'inputs: *', 'page: *', 'touch: on a phone what is touched is large enough', 'trust: *', 'values: values of a loop say how often they were computed'] }),
  feature('something to try', 'app/playground-element.ts', 'this.chooser.line,', ['examples: what an example invites to try goes when another program is written over it, and comes back'], { of: ['examples/try-line.ts'], also: [comesBack, 'examples: each example runs in the page, and what it invites to try changes its values'] }),
  feature('questions', 'examples/menu.ts', '...this.questions(state),', ['gallery: the menu shows 32 questions, each with a picture'], { of: ['examples/gallery.ts'], also: [wholeMenu, 'gallery: *'] }),
  feature('the way to an answer', 'examples/chooser.ts', "if ('question' in current) ", ['gallery: the way to the NaN in a loss leads to the logarithm of 0, and the answer names it', 'gallery: each step leads to a line, a cell or another tab, and the question stays in sight'], { of: ['examples/way.ts', 'examples/way-styles.ts'], also: ['gallery: *'] }),
  feature('recipes', 'examples/menu.ts', 'renderRecipes(),', ['examples: the menu says how programs come from JAX and PyTorch'], { of: ['examples/recipes.ts'] }),
  feature('keys in the menu', 'examples/menu.ts', "this.dialog.addEventListener('keydown'", ['examples: the menu is walked with the keyboard alone']),
  feature('changes of examples', 'examples/chooser.ts', 'else this.edited.keep(', [comesBack]),
  feature('inputs of examples', 'app/playground-element.ts', 'given: (text) => ', ['inputs: the digits example reads its images and gives the bits that Node gives'], { instead: 'given: () => async () => null,', of: ['examples/given.ts', 'examples/urls.ts'], also: ['inputs: a dropped .npy becomes the input that it fits'] }),
  feature('given names, on and off', 'app/playground-element.ts', 'this.names.dom,', [givenNames, namesOfFunctions], { of: ['app/names-chip.ts'] }),
  feature('whose values these are', 'app/playground-element.ts', 'this.processes.words,', [otherGrid]),
  feature('feeds', 'stage/panels/inputs-view.ts', '...this.fed.map(', [feeds, anyOrder, staleFeed], { of: ['stage/panels/feed-row.ts'] }),
  feature('the grid', 'app/playground-element.ts', 'this.grid.dom,', [onGrid, otherGrid], { of: ['app/grid-field.ts'], also: ['processes: *'] }),
  feature('the tab of processes', 'app/playground-element.ts', 'Processes: ', [onGrid, given], { of: ['stage/panels/processes-panel.ts', 'stage/panels/processes-view.ts', 'stage/panels/processes-styles.ts'], also: ['processes: *', everyState] }),
  feature('lines that differ between processes', 'workbench/values-in-sight.ts', 'else this.shown(values, sight)', ['processes: lines whose values differ between processes are marked, and the names say how far apart they are'], { instead: 'else void this.shown', of: ['app/late-differing.ts', 'compare/differing-lines.ts', 'compare/describe-differing.ts', 'compare/process-values.ts'] }),
  feature('what processes give', 'stage/panels/processes-view.ts', 'this.given,', [given], { of: ['stage/panels/exchange-view.ts'], also: ['processes: 16 processes fit the page, ${name} and ${colorScheme}'] }),
  feature('values that processes give', 'stage/panels/exchange-view.ts', 'if (asked === this.asked) ', [given], { of: ['stage/panels/exchange-values.ts'] }),
  feature('whether processes have the same results', 'stage/panels/processes-view.ts', 'this.equal,', [equalResults], { of: ['compare/result-processes.ts'] }),
  feature('what processes return', 'stage/panels/processes-view.ts', 'this.returned,', [onGrid], { also: ['processes: *'] }),
  feature('the tab of inputs', 'app/playground-element.ts', 'Inputs: ', ['inputs: inputs are chosen, and kept through an edit'], { of: ['stage/panels/inputs-view.ts', 'stage/panels/inputs-styles.ts', 'stage/panels/input-row.ts'], also: ['inputs: *', chosenInput, paintedInput, everyState] }),
  feature('one choice for all inputs', 'stage/panels/inputs-view.ts', 'this.showMade(parameters, ', ['inputs: inputs are chosen, and kept through an edit']),
  feature('made inputs', 'stage/panels/input-row.ts', 'this.addWays()', ['inputs: inputs are chosen, and kept through an edit'], { also: [chosenInput, paintedInput] }),
  feature('typed inputs', 'stage/panels/input-row.ts', 'this.addField()', ['inputs: inputs are chosen, and kept through an edit'], { also: [chosenInput] }),
  feature('inputs from files', 'stage/panels/input-row.ts', 'this.choices.append(this.filePicker())', ['inputs: a file is chosen for an argument']),
  feature('open sizes', 'stage/panels/input-row.ts', 'this.showSizes(source)', ['inputs: sizes that the program leaves open are chosen in place']),
  feature('dropped files', 'app/playground-element.ts', 'acceptFiles(', ['inputs: a dropped .npy becomes the input that it fits', 'inputs: the tensors of a .safetensors file are inputs, bf16 too; a broken file is refused with its reason'], { of: ['app/files.ts', 'inputs/take-file.ts', 'inputs/array-file.ts'], also: ['artifacts: *', 'inputs: the arrays of ${isCompressed} .npz go to the arguments of their names', largeLine] }),
  feature('files that are dropped together', 'app/files.ts', 'if (only !== undefined) await (await import(', ['cases: a folder is taken with what is in it', droppedCase], { of: ['inputs/dropped-files.ts'], also: ['cases: *'] }),
  feature('expected results', 'app/playground-element.ts', 'this.expected.dom,', [droppedCase], { of: ['stage/panels/expected-results.ts', 'stage/panels/compare-results.ts'], also: ['cases: *'] }),
  feature('files out of the menu', 'examples/menu.ts', 'this.openButton(),', ['artifacts: a file is opened out of the menu, and a broken artifact is refused with its section and byte']),
  feature('saved artifacts', 'app/playground-element.ts', 'onSave: () => ', ['artifacts: a dropped artifact is its text, runs, and is saved as one of the same version'], { instead: 'onSave: () => {},', of: ['app/save-artifact.ts'] }),
  feature('the graph', 'app/playground-element.ts', 'Graph: ', ['graph: the graph has the groups of the program, which open and close, by keys too', 'graph: graph and code light each other, and a click goes to the line', 'graph: nodes are coloured by NaN, range, time and bytes, with a legend, and have pictures', 'graph: the graph is moved, zoomed, and saved as SVG', 'graph: ten thousand operations open collapsed within a second, without a task of 50 ms'], { of: ['graph/graph-panel.ts'], also: [everyState, 'access: arrow keys go from tab to tab'] }),
  feature('comparing', 'app/playground-element.ts', 'Compare: ', ['compare: a pinned run is compared with the runs that follow, and the first line that differs is marked', 'compare: a run is compared with one of the other numerics, within a tolerance', 'compare: a file is compared by the names of its arrays'], { of: ['compare/compare-panel.ts'], also: [everyState, 'compare: *', 'gallery: *'] }),
  feature('element types', 'compare/compare-panel.ts', "button('choice', 'Element types', ", ['compare: a program is compared with itself in smaller element types, and the first line that does not suffice is marked', 'compare: a type in which a program is refused says why'], { of: ['compare/types.ts', 'compare/types-table.ts', 'compare/retype.ts'] }),
  feature('the palette', 'app/playground-element.ts', 'offerPalette(', ['palette: each control of the page is in the palette, and is pressed from there', 'palette: Control-K opens the palette from the editor, and with Shift deletes a line there', 'palette: a number, NaN and their rows are found in all values', 'palette: the run is copied as a test case and as a report', 'palette: on a phone the palette opens from the page', 'palette: the first click beside the palette closes it and does what it would do'], { of: ['app/open-palette.ts', 'app/palette-key.ts', 'palette/palette.ts'] }),
  feature('files at addresses', 'palette/palette.ts', 'const fetch: Command[] = ', ['a program at an address is opened after its host was chosen, where the policy allows it', 'an address whose file cannot be had is a sentence, and the program stays', 'the policy of the page allows no other host: it says so, and nothing is asked'].map((story) => `address: ${story}`), { instead: 'const fetch: Command[] = true ? [] : ' }),
  feature('the tab of the documentation', 'app/playground-element.ts', 'Docs: ', ['values: the rules of the line with the cursor are there to read'], { of: ['stage/panels/docs-view.ts'], also: [everyState] }),
  feature('tabs by keys', 'stage/panels/tabs.ts', "this.bar.addEventListener('keydown'", ['access: arrow keys go from tab to tab'], { of: ['stage/panels/tabs.ts'] }),
  feature('the link to the documentation', 'app/playground-element.ts', 'if (docs !== undefined) ', ['trust: the documentation is one link away']),
  feature('the link to the trust page', 'app/playground-element.ts', "trustLink('Trust'),", [engineer], { of: ['shared/trust-link.ts'] }),
  feature('the engine', 'app/playground-element.ts', 'this.engine.dom,', ['engine: the engine says what it is, and runs as it is told to'], { of: ['app/engine-chip.ts', 'app/engine-panel.ts', 'app/panel-chip.ts', 'app/open-panel.ts'], also: ['engine: *', everyState, engineer, memory, 'trust: the engine chip leads to what ran, how exact it is and where it deviates'] }),
  feature('about the page', 'app/playground-element.ts', 'this.about.dom,', ['looks: the theme is chosen, remembered, and pictures take its colours', 'looks: a problem is reported as Markdown, on a phone too'], { of: ['app/about-chip.ts', 'app/about-panel.ts', 'app/panel-chip.ts', 'app/open-panel.ts', 'app/problem-report.ts'], also: ['engine: a chip opens one panel, however often it is pressed, and the other one closes', 'looks: the documentation has the theme that was chosen, also when it changes', 'looks: a theme chosen in another tab outlasts the splitter of this one'] }),
  feature('flavours', 'app/engine-panel.ts', "offer('flavour', ", ['engine: the other flavour takes over, and gives the same bits']),
  feature('sharing', 'app/playground-element.ts', 'this.share,', [sharedWhole, 'share: the length of a link is shown, small arrays are in it, and what it does not hold is named', sharedForms], {
    of: ['app/share-chip.ts', 'app/share-panel.ts', 'link/make-link.ts', 'link/carry-inputs.ts', 'link/copy-forms.ts'],
    also: ['share: *', 'markdown: *'],
  }),
  feature('saving as HTML', 'app/share-panel.ts', 'said.before(saveButton(', ['capsule: a saved page shows its results without scripts, and runs, is edited and exported from a disk without a network', 'capsule: a link of a saved page opens its program, as it was edited, in the playground'], { of: ['app/save-page.ts', 'capsule/contents.ts', 'capsule/recorded.ts'] }),
  feature('the site without a network', 'app/join-site.ts', 'void keepSite(', ['offline: after one visit the page works without its server: examples, links, the engine, saved pages, and the parts that come later', 'offline: a new version is offered, waits until it is taken, and keeps the text'], { of: ['app/join-site.ts', 'offline/keep-site.ts'] }),
  feature('served files', 'app/join-site.ts', 'if (served !== undefined)', ['served: a served file is shown at once, each save is followed, and an edit in the page is kept'], { instead: 'if (served !== undefined) {}', of: ['served/follow-file.ts'] }),
  feature('files of the installed page', 'app/join-site.ts', 'takeLaunchFiles(', ['offline: a file that the system opens with the installed page is opened, and a site on this machine stores nothing'], { of: ['app/installed.ts'] }),
  feature('programs of links', 'app/playground-element.ts', 'if (!this.links.start()) ', [sharedWhole, openedOver], { instead: 'this.submit()', of: ['app/link-watch.ts', 'app/linked-programs.ts', 'app/page-program.ts', 'link/fragment.ts', 'link/program-fragment.ts', 'link/shared-program.ts'], also: ['share: *'] }),
  feature('the way back from a link', 'app/playground-element.ts', 'this.links.dom,', [openedOver, "share: an edit makes a linked program the user's own, and both survive a reload"], { of: ['app/link-bar.ts', 'link/kept-programs.ts', 'link/kept-key.ts'], also: ['share: *'] }),
  feature('limits of linked programs', 'app/page-program.ts', 'bench.runner.limits = isForeign ', ['share: a program of a link stops by itself, runs on when asked, and is stopped by hand'], { instead: 'void isForeign' }),
  feature('moments of links', 'app/page-program.ts', 'bench.stage.showExecution(', ['share: a link leads to the moment of a loop that was shown']),
  feature('pinned cells of links', 'app/page-program.ts', 'if (pin !== null) ', ['share: a link leads to the cell that was pinned'], { instead: 'void [showPinned, reportCell, pin, text]' }),
  feature('numerics', 'app/engine-panel.ts', "offer('numerics', ", ['engine: the engine says what it is, and runs as it is told to']),
  feature('the limit of memory', 'app/engine-panel.ts', "offer('memoryBytes', ", ['engine: the engine says what it is, and runs as it is told to']),
  feature('the limit of work', 'app/engine-panel.ts', "offer('workBudget', ", ['engine: work has a limit when one is set']),
  feature('the command', 'app/engine-panel.ts', 'panel.append(commandPart(events))', ['engine: the run of the page is a command, which gives the same bits'], { of: ['app/command-line.ts'], also: [engineer] }),
  feature('the tab of code', 'app/playground-element.ts', 'Code: ', [builderCode, cellMakes], { of: ['app/code-panel.ts', 'app/builder-code.ts', 'shared/code-words.ts'], also: ['code: *', everyState] }),
  feature('builder code that follows the program', 'app/playground-element.ts', 'this.code.refresh()', [builderCode, staleCode]),
  feature('builder code in C++', 'app/code-panel.ts', "'C++': ", [builderCode]),
  feature('the cell', 'app/code-panel.ts', 'Cell: ', [cellMakes, cellErrors, cellEnds, cellTried], { of: ['cell/cell-panel.ts', 'cell/cell-editor.ts', 'cell/run-cell.ts', 'cell/messages.ts'], also: ['code: *', everyState] }),
  feature('lines of errors in the cell', 'cell/cell-panel.ts', 'markErrors(this.view, errors.map(', [cellErrors]),
  feature('the limit of the cell', 'cell/run-cell.ts', 'return limit(longestRun, ', [cellEnds], { instead: 'return' }),
  feature('Control-Enter in the cell', 'cell/cell-panel.ts', "this.dom.addEventListener('keydown'", [cellMakes]),
  feature("the cell's draft", 'cell/cell-panel.ts', 'this.view = createCellEditor(root, keptCode(), keepCode)', [cellMakes], { instead: 'this.view = createCellEditor(root, keptCode(), () => {})', of: ['cell/kept-code.ts'] }),
  feature('trust in the panel', 'app/engine-panel.ts', 'trust.append(trustLink(', ['trust: the engine chip leads to what ran, how exact it is and where it deviates']),
  feature('the focus through a redraw', 'workbench/workbench.ts', "void import('./focus-keeper.js')", ['focus: what a button does takes no focus away'], { of: ['workbench/focus-keeper.ts'] }),
  feature('tabs that stay in sight', 'app/styles.ts', '.tabs { position: sticky; ', ['room: the tabs stay in sight above values that are scrolled, and a value is scrolled to below them']),
  feature('the splitter of the panes', 'app/playground-element.ts', 'void splitPanes(this, ', ['room: the splitter between program and values is dragged, moved by keys, reset, and remembered', 'room: above each other the splitter divides the height, by a finger too', 'looks: a theme chosen in another tab outlasts the splitter of this one'], { of: ['app/pane-splitter.ts', 'shared/separator.ts', 'shared/layout-choices.ts'] }),
  feature('the draft', 'app/playground-element.ts', 'this.isKept = keepDraft(', ['page: the text is there again after a reload', 'page: where storage throws the page works and says that nothing is kept'], { of: ['shared/draft.ts'], also: [comesBack] }),
  feature('the draft for a new tab', 'app/join-site.ts', "else document.addEventListener('visibilitychange', keepLastDraft)", ['drafts: a new tab offers the program of the tab that was closed, over a link too, and each tab keeps its own']),
  feature('the recorded picture', 'app/playground-element.ts', 'if (this.text === opening.text) this.bench.showRecorded()', ['first-paint: the engine takes over in place, nothing moves, and the picture is seen whole, ${name}']),
  feature('the dark theme', 'shared/theme-text.ts', '@media (prefers-color-scheme: dark) {', ['access: where it is dark the page is'], { instead: '@media not all {', of: ['shared/theme-text.ts'] }),
]

export const features = [...text, ...errors, ...stage, ...page]

/// Without any one feature these pass: a program parses, runs and is drawn, and its lines can be inspected.
export const core = ['values: the stage shows the operands and the result of the line with the cursor', 'values: an edit changes the values']

/// Lists whose entries belong to a feature or to the core of the page.
export const lists = [
  {
    at: 'editor/editor.ts',
    begin: 'extensions: [',
    base: ['extras,', 'drawSelection(),', 'indentUnit.of(', 'EditorState.tabSize.of(', 'keymap.of(', 'EditorView.contentAttributes.of(', 'EditorView.updateListener.of(', 'engineSource,', 'sameProgram,', 'onLit', 'language,', 'later.of([]),', 'look,'],
  },
  { at: 'editor/page-extras.ts', begin: 'export const pageExtras: Extension = [', base: [] },
  { at: 'editor/assistance.ts', begin: 'export const assistance: Extension = [', base: ['Prec.high(', 'keymap.of(lintKeymap),', 'autocompletion(', 'look,'] },
  { at: 'stage/value/views.ts', begin: 'export const views: readonly View[] = [', base: [] },
  { at: 'examples/menu.ts', begin: 'this.dialog.replaceChildren(', base: ['this.head(),', '...catalogue.map('] },
  { at: 'stage/panels/processes-view.ts', begin: 'this.dom.replaceChildren(', base: ['this.words,', 'this.more,'] },
  { at: 'app/playground-element.ts', begin: 'private readonly panels = {', base: ['Value: '] },
  { at: 'app/playground-element.ts', begin: 'this.valuePanel.append(', base: ['this.bench.printed,', 'this.stage.dom,'] },
  { at: 'app/playground-element.ts', begin: 'foot.append(', base: ['this.status,'] },
  { at: 'app/playground-element.ts', begin: 'root.append(', base: ['this.bar(),', 'editor,', 'this.pane,', 'foot,'] },
  { at: 'app/playground-element.ts', begin: 'bar.append(', base: ["textElement('h1', ", "textElement('p', 'sentence', ", 'this.button,'] },
]

const begins = (line, text) => line.trimStart().startsWith(text)

/// Returns the source without the feature; throws unless the feature's line occurs once.
export function removeFrom(source, { name, at, line, instead }) {
  const lines = source.split('\n')
  const places = lines.flatMap((one, i) => (begins(one, line) ? [i] : []))
  if (places.length !== 1) throw new Error(`${name}: ${places.length} lines of web/src/${at} begin with ${JSON.stringify(line)}, and one is meant`)
  return lines.with(places[0], instead).join('\n')
}

/// Returns the entries of a list, each by its first line.
export function entriesOf(source, { at, begin }) {
  const lines = source.split('\n')
  const places = lines.flatMap((one, i) => (one.trimEnd().endsWith(begin) ? [i] : []))
  if (places.length !== 1) throw new Error(`${places.length} lines of web/src/${at} end with ${JSON.stringify(begin)}, and one is meant`)
  const indent = (line) => line.length - line.trimStart().length
  const outer = indent(lines[places[0]])
  const end = lines.findIndex((line, i) => i > places[0] && line.trim() !== '' && indent(line) <= outer)
  const inner = lines.slice(places[0] + 1, end)
  return inner.filter((line) => indent(line) === indent(inner[0]) && !/^\s*(?:[)\]}]|\/\/)/.test(line)).map((line) => line.trim())
}

/// Whether a name of the table denotes the story, or a part of it: `${...}` matches any words, `file: *` any story of
/// the file.
export function isNamed(story, name) {
  const pattern = name.replace(/[.*+?^()|[\]\\]/g, '\\$&').replace(/\$\{[^}]*\}/g, '.*').replace(/(^|: )\\\*$/, '$1.*')
  return new RegExp(`^${pattern}(?: > .*)?$`).test(story)
}
