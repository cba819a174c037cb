import type { Command } from 'commander'
import { addExamples, type DescribeCommand } from './command.ts'

type Shell = (completions: CommandCompletions[]) => string
/** The subcommands and options that may follow a command. */
type CommandCompletions = { path: string; commands: Command[]; options: string[] }

export const describeCompletion: DescribeCommand = (command, { print }) => {
  command.description('Prints a script that lets a shell complete futureworld’s commands and options.')
  for (const [name, write] of Object.entries(shells)) {
    const shell = command
      .command(name)
      .summary(`for ${name}`)
      .description(`Prints the script for ${name}.`)
      .action(() => print(write(listCompletions(findRoot(shell)))))
    addExamples(shell, {
      examples: [`completion ${name} > ${installFiles[name]}`],
      needs: 'nothing. Open a new shell to use it.',
    })
  }
}

const installFiles: Record<string, string> = {
  bash: '~/.local/share/bash-completion/completions/futureworld',
  zsh: '~/.futureworld.zsh, and source ~/.futureworld.zsh in ~/.zshrc',
  fish: '~/.config/fish/completions/futureworld.fish',
}

const shells: Record<string, Shell> = { bash: writeBash, zsh: writeZsh, fish: writeFish }

function findRoot(command: Command): Command {
  return command.parent ? findRoot(command.parent) : command
}

function listCompletions(command: Command, path = command.name()): CommandCompletions[] {
  const options = command.createHelp().visibleOptions(command)
  const ownCompletions = { path, commands: [...command.commands], options: options.flatMap(({ long }) => long ?? []) }
  return [ownCompletions, ...command.commands.flatMap((child) => listCompletions(child, `${path} ${child.name()}`))]
}

/** The words typed so far belong to the command's path as long as they are names of commands. */
function writeBash(completions: CommandCompletions[]): string {
  const cases = completions.map(
    ({ path, commands, options }) =>
      `    '${path}') offered='${[...commands.map((child) => child.name()), ...options].join(' ')}' ;;`,
  )
  return `_futureworld() {
  local here=futureworld offered= word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$here $word" in
${completions
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
function writeZsh(completions: CommandCompletions[]): string {
  return `autoload -Uz compinit bashcompinit && compinit && bashcompinit
${writeBash(completions)}`
}

function writeFish(completions: CommandCompletions[]): string {
  const lines = completions.flatMap(({ path, commands, options }) => {
    const [, ...commandNames] = path.split(' ')
    const condition = [
      ...commandNames.map((word) => `__fish_seen_subcommand_from ${word}`),
      ...(commands.length > 0
        ? [`not __fish_seen_subcommand_from ${commands.map((child) => child.name()).join(' ')}`]
        : []),
    ].join('; and ')
    const rule = `complete -c futureworld -n '${condition}'`
    return [
      ...commands.map((child) => `${rule} -a ${child.name()} -d '${child.summary().replaceAll("'", "\\'")}'`),
      ...options.map((option) => `${rule} -l ${option.slice(2)}`),
    ]
  })
  return `${lines.join('\n')}\n`
}
