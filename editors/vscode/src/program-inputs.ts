/// An argument that a run needs an input for. `generated` is a value that `--input` takes.
export interface MissingInput {
  name: string
  /// Its index among the arguments: `0`, or `0.1` in a tuple.
  path: string
  type: string
  generated: string
}

/// A way to give all inputs. `values`: one for each argument; null if the user writes them.
export interface InputChoice {
  label: string
  description: string
  values: readonly string[] | null
}

/// Returns the ways to run a program that needs these inputs.
export function inputChoices(missing: readonly MissingInput[]): InputChoice[] {
  const ruled = (rule: string): string[] => missing.map(({ generated }) => generated.replace(/^\w+(?::\d+)?/, rule))
  return [
    { label: 'Random values', description: 'the same in each run', values: missing.map(({ generated }) => generated) },
    { label: 'Counting values', description: '0, 1, 2 ...', values: ruled('iota') },
    { label: 'Ones', description: '', values: ruled('ones') },
    { label: 'Zeros', description: '', values: ruled('zeros') },
    { label: 'Write each value ...', description: 'a list, a rule or @FILE', values: null },
  ]
}

/// Returns the options of `paddock run` that give these values.
export function inputWords(missing: readonly MissingInput[], values: readonly string[]): string[] {
  return missing.flatMap(({ path }, i) => ['--input', `${path}=${values[i]}`])
}

/// Returns the inputs that are still missing after the options of a setting. `--input @FILE` may give any.
export function withoutGiven(missing: readonly MissingInput[], options: readonly string[]): MissingInput[] {
  const given = options.flatMap((word, i) => (word.startsWith('--input=') ? [word.slice('--input='.length)] : options[i - 1] === '--input' ? [word] : []))
  if (given.some((word) => word.startsWith('@'))) return []
  const names = new Set(given.map((word) => word.split(/[=@]/, 1)[0]!.replace(/^%/, '')))
  const isGiven = (whole: string): boolean => [...whole].some((letter, i) => letter === '.' && names.has(whole.slice(0, i))) || names.has(whole)
  return missing.filter(({ name, path }) => !isGiven(name) && !isGiven(path))
}
