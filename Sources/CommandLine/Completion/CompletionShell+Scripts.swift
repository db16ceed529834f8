extension CompletionShell {
  static func bashScript(of program: String) -> String {
    #"""
    # Completion of \#(program) for bash. \#(program) help --completion bash prints this script.
    _\#(program)() {
      local reply paths=
      COMPREPLY=()
      while IFS= read -r reply; do
        case $reply in
          :files) paths=-f ;;
          :folders) paths=-d ;;
          *) COMPREPLY+=("$reply") ;;
        esac
      done < <(COLUMNS=${COLUMNS:-80} command \#(program) __complete bash "${COMP_TYPE:-9}" \
        "$COMP_WORDBREAKS" "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
      if [[ -n $paths ]]; then
        compopt -o filenames 2>/dev/null
        while IFS= read -r reply; do
          COMPREPLY+=("$reply")
        done < <(compgen "$paths" -- "$2")
      fi
    }
    complete -o nosort -F _\#(program) \#(program) 2>/dev/null || complete -F _\#(program) \#(program)

    """#
  }

  static func zshScript(of program: String) -> String {
    #"""
    #compdef \#(program)
    # Completion of \#(program) for zsh. \#(program) help --completion zsh prints this script.
    _\#(program)() {
      local reply paths=
      local -a offered
      while IFS= read -r reply; do
        case $reply in
          :files) paths=files ;;
          :folders) paths=folders ;;
          *) offered+=("$reply") ;;
        esac
      done < <(command \#(program) __complete zsh "${(@Q)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null)
      if (( $#offered )); then
        _describe -V \#(program) offered -M 'm:{a-zA-Z}={A-Za-z}'
      fi
      if [[ -n $paths ]]; then
        [[ $PREFIX == --*=* ]] && compset -P '*='
        if [[ $paths == folders ]]; then _files -/; else _files; fi
      fi
    }
    if [[ $funcstack[1] == _\#(program) ]]; then
      _\#(program) "$@"
    else
      compdef _\#(program) \#(program)
    fi

    """#
  }

  static func fishScript(of program: String) -> String {
    #"""
    # Completion of \#(program) for fish. \#(program) help --completion fish prints this script.
    function __\#(program)_complete
        set -l before (commandline -xpc 2>/dev/null; or commandline -opc)
        set -e before[1]
        set -l current (commandline -ct)
        set -l option (string match -r -- '^--[^=]*=' "$current")
        set -l value (string replace -r -- '^--[^=]*=' '' "$current")
        for reply in (command \#(program) __complete fish $before "$current" 2>/dev/null)
            switch $reply
                case :files
                    for path in (complete -C "'' $value" | string match -r '.+')
                        printf '%s%s\n' "$option" "$path"
                    end
                case :folders
                    for path in (complete -C "'' $value" | string match -r '.*/$')
                        printf '%s%s\n' "$option" "$path"
                    end
                case '*'
                    printf '%s\n' $reply
            end
        end
    end
    complete -c \#(program) -f -a '(__\#(program)_complete)'

    """#
  }
}
