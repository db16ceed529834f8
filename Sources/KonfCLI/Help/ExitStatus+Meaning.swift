package import CommandLine

extension ExitStatus {
  package var meaning: SafeText {
    switch self {
    case .success: "success, even if konf had to skip part of the schedule"
    case .notFound: "no match for a name, or konf check found errors"
    case .usage: "invalid command line; the message says where"
    case .badData: "nothing usable in the schedule, or konf doctor found damage"
    case .noInput: "cannot read the schedule or a file to merge"
    case .fault: "internal error in konf"
    case .cannotCreate: "cannot create a file or folder"
    case .inputOutput:
      "cannot read the ratings, or cannot write, for example because the disk is full"
    case .busy: "another konf process is using the data folder; try again"
    case .answerLost:
      "the change was saved, but the output could not be written; do not run the command again"
    case .noPermission: "permission denied for a file or folder"
    }
  }
}
