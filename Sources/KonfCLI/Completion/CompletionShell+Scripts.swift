extension CompletionShell {
  static let bashScript = #"""
    # Words of konf for bash. konf help --completion bash prints this script.
    _konf() {
      local reply paths=
      COMPREPLY=()
      while IFS= read -r reply; do
        case $reply in
          :files) paths=-f ;;
          :folders) paths=-d ;;
          *) COMPREPLY+=("$reply") ;;
        esac
      done < <(COLUMNS=${COLUMNS:-80} command konf __complete bash "${COMP_TYPE:-9}" \
        "$COMP_WORDBREAKS" "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
      if [[ -n $paths ]]; then
        compopt -o filenames 2>/dev/null
        while IFS= read -r reply; do
          COMPREPLY+=("$reply")
        done < <(compgen "$paths" -- "$2")
      fi
    }
    complete -o nosort -F _konf konf 2>/dev/null || complete -F _konf konf

    """#

  static let zshScript = #"""
    #compdef konf
    # Words of konf for zsh. konf help --completion zsh prints this script.
    _konf() {
      local reply paths=
      local -a offered
      while IFS= read -r reply; do
        case $reply in
          :files) paths=files ;;
          :folders) paths=folders ;;
          *) offered+=("$reply") ;;
        esac
      done < <(command konf __complete zsh "${(@Q)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null)
      if (( $#offered )); then
        _describe -V konf offered -M 'm:{a-zA-Z}={A-Za-z}'
      fi
      if [[ -n $paths ]]; then
        [[ $PREFIX == --*=* ]] && compset -P '*='
        if [[ $paths == folders ]]; then _files -/; else _files; fi
      fi
    }
    if [[ $funcstack[1] == _konf ]]; then
      _konf "$@"
    else
      compdef _konf konf
    fi

    """#

  static let fishScript = #"""
    # Words of konf for fish. konf help --completion fish prints this script.
    function __konf_complete
        set -l before (commandline -xpc 2>/dev/null; or commandline -opc)
        set -e before[1]
        set -l current (commandline -ct)
        set -l option (string match -r -- '^--[^=]*=' "$current")
        set -l value (string replace -r -- '^--[^=]*=' '' "$current")
        for reply in (command konf __complete fish $before "$current" 2>/dev/null)
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
    complete -c konf -f -a '(__konf_complete)'

    """#
}
