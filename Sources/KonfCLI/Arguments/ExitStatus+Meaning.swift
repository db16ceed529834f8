package import CommandLine

extension ExitStatus {
  /// What the status means, as the help says it.
  package var meaning: SafeText {
    switch self {
    case .success: "success; also if a part of the schedule could not be used"
    case .notFound: "nothing has the given name, or check found errors"
    case .usage: "the command line is wrong; the message says where"
    case .badData: "nothing in the schedule could be used, or konf doctor found damage"
    case .noInput: "the schedule or a file to merge could not be read"
    case .fault: "a fault in konf itself"
    case .cannotCreate: "a file or folder could not be created"
    case .inputOutput: "ratings could not be read, or writing failed, as on a full disk"
    case .busy: "another konf holds the ratings; try again"
    case .answerLost: "the change is kept, but the answer could not be written; do not try again"
    case .noPermission: "no permission for a file or folder"
    }
  }
}
