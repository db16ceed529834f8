import ECSKit
import ECSModel
import Testing

// A registration form whose rules are checked together: everything that is wrong is said at once.

/// Who registers.
struct Account: Component, Equatable {
  var name: String
  var mail: String
  var password: String
}

/// Who paid, by the mail address of the account.
struct Payment: Component, Equatable {
  var mail: String
  var cents: Int
}

/// A form on the screen.
struct Registration {
  let context = Context()

  private static let mail = Check<String>("an e-mail address") { text in
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && !parts[0].isEmpty && parts[1].contains(".")
  }

  private var rules: [Rule] {
    [
      .value(
        of: Account.self,
        .all(
          Check.isNotEmpty.of(\.name, "name"), Self.mail.of(\.mail, "mail"),
          Check.all(
            .hasCount(in: 8...100), Check("a digit") { $0.contains(where: \.isNumber) }
          ).of(\.password, "password"))),
      .refers(from: \Payment.mail, to: \Account.mail),
      .value(of: Payment.self, Check.isIn(1...100_000).of(\.cents, "cents")),
    ]
  }

  /// Registers, or returns everything that is wrong.
  func register(_ account: Account, paying cents: Int) -> [String] {
    do {
      try context.transaction(label: "Register", keeping: rules) {
        context.createEntity(account)
        context.createEntity(Payment(mail: account.mail, cents: cents))
      }
      return []
    } catch {
      return error.violations.map(\.message)
    }
  }

  /// Ends a registration, or returns why that cannot be.
  func cancel(_ account: Entity) -> String? {
    do {
      try context.transaction(label: "Cancel", keeping: rules) { account.destroy() }
      return nil
    } catch {
      return "\(error)"
    }
  }
}

@Suite struct RegistrationTests {
  @Test("a form lists all mistakes at once, and never registers an incomplete person")
  func form() {
    let form = Registration()
    #expect(
      form.register(Account(name: "", mail: "ada", password: "secret"), paying: 0) == [
        """
        name: found ""; expected something; mail: found "ada"; expected an e-mail address; \
        password: found "secret"; expected from 8 to 100 elements; password: found "secret"; \
        expected a digit
        """,
        "cents: found 0; expected a value from 1 to 100000",
      ])
    #expect(form.context.isEmpty)
    let account = Account(name: "Ada", mail: "ada@example.org", password: "analytical 1")
    #expect(form.register(account, paying: 100) == [])
    #expect(form.context.count == 2)
    #expect(
      form.cancel(form.context.entities[0])
        == "found no Account for ada@example.org; expected one")
    #expect(form.context.count == 2)
  }
}
