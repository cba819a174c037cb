import type { Command } from 'commander'
import { addExamples, type DescribeCommand } from './command.ts'

type Shell = (words: CommandWords[]) => string
/** The subcommands and options that may follow a command. */
type CommandWords = { path: string; commands: Command[]; options: string[] }

export const describeCompletion: DescribeCommand = (command, { print }) => {
  command.description('Prints a script with which a shell completes commands and options of futureworld.')
  for (const [name, write] of Object.entries(shells)) {
    const shell = command
      .command(name)
      .summary(`for ${name}`)
      .description(`Prints the script for ${name}.`)
      .action(() => print(write(listWords(rootOf(shell)))))
    addExamples(shell, { examples: [`completion ${name} > ${files[name]}`], needs: 'nothing; a new shell reads it.' })
  }
}

const files: Record<string, string> = {
  bash: '~/.local/share/bash-completion/completions/futureworld',
  zsh: '~/.futureworld.zsh, and source ~/.futureworld.zsh in ~/.zshrc',
  fish: '~/.config/fish/completions/futureworld.fish',
}

const shells: Record<string, Shell> = { bash: writeBash, zsh: writeZsh, fish: writeFish }

function rootOf(command: Command): Command {
  return command.parent ? rootOf(command.parent) : command
}

function listWords(command: Command, path = command.name()): CommandWords[] {
  const options = command.createHelp().visibleOptions(command)
  const own = { path, commands: [...command.commands], options: options.flatMap(({ long }) => long ?? []) }
  return [own, ...command.commands.flatMap((each) => listWords(each, `${path} ${each.name()}`))]
}

/** Typed words belong to the command's path as long as they name commands. */
function writeBash(words: CommandWords[]): string {
  const cases = words.map(
    ({ path, commands, options }) =>
      `    '${path}') offered='${[...commands.map((each) => each.name()), ...options].join(' ')}' ;;`,
  )
  return `_futureworld() {
  local here=futureworld offered= word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$here $word" in
${words
  .slice(1)
  .map(({ path }) => `      '${path}') here='${path}' ;;`)
  .join('\n')}
    esac
  done
  case "$here" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$offered" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _futureworld futureworld
`
}

/** Zsh can run the bash script. No variable is called `path`, because zsh reserves that name. */
function writeZsh(words: CommandWords[]): string {
  return `autoload -Uz compinit bashcompinit && compinit && bashcompinit
${writeBash(words)}`
}

function writeFish(words: CommandWords[]): string {
  const lines = words.flatMap(({ path, commands, options }) => {
    const [, ...typed] = path.split(' ')
    const isHere = [
      ...typed.map((word) => `__fish_seen_subcommand_from ${word}`),
      ...(commands.length > 0
        ? [`not __fish_seen_subcommand_from ${commands.map((each) => each.name()).join(' ')}`]
        : []),
    ].join('; and ')
    const rule = `complete -c futureworld -n '${isHere}'`
    return [
      ...commands.map((each) => `${rule} -a ${each.name()} -d '${each.summary().replaceAll("'", "\\'")}'`),
      ...options.map((option) => `${rule} -l ${option.slice(2)}`),
    ]
  })
  return `${lines.join('\n')}\n`
}
