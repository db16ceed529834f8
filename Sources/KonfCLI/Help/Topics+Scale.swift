import CommandLine

extension CommandTable {
  static let scale = TopicDefinition(
    "scale", summary: "collect the ratings of an audience in PostgreSQL",
    discussion: [
      .paragraph(
        """
        konf ratings --merge takes up to 400,000 rows at once. For more rows or other statistics, \
        use a database. Device and counter form the key of a row, so no row counts twice, even if \
        you load a file again. The order of the files does not matter.
        """),
      .paragraph("First, create a table and a view of the latest ratings with psql:"),
      .verbatim([
        "CREATE TABLE konf_change (",
        "  device text, counter bigint, time bigint NOT NULL, scope text NOT NULL,",
        "  kind text NOT NULL, target text NOT NULL, title text NOT NULL,",
        "  people jsonb NOT NULL, value text NOT NULL, comment text NOT NULL,",
        "  removal text, covers text,",
        "  PRIMARY KEY (device, counter));",
        "CREATE VIEW konf_last_word AS",
        "  SELECT DISTINCT ON (device, scope, kind, target, title) *",
        "  FROM konf_change",
        "  ORDER BY device, scope, kind, target, title, counter DESC;",
      ]),
      .paragraph("Load all files in a folder at once:"),
      .verbatim([
        #"konf ratings --merge audience/ --jsonl \"#,
        #"  | psql -q -c "CREATE TEMP TABLE line (j jsonb)" \"#,
        #"  -c "COPY line FROM STDIN (FORMAT csv, QUOTE E'\x01', DELIMITER E'\x02')" \"#,
        #"  -c "INSERT INTO konf_change SELECT c.* FROM line,"#,
        #"      jsonb_populate_record(NULL::konf_change, j) c ON CONFLICT DO NOTHING""#,
      ]),
      .paragraph("Print the number, mean and spread of the ratings for each talk and session:"),
      .verbatim([
        "SELECT target, title, count(*), round(avg(value::int), 2) AS mean,",
        "  round(stddev_pop(value::int), 2) AS spread",
        "FROM konf_last_word WHERE kind = 'rating' AND value <> ''",
        "GROUP BY target, title ORDER BY mean DESC, count DESC;",
      ]),
      .paragraph("Print the same figures with konf, from the rows in the table:"),
      .verbatim([
        #"psql -Atc "SELECT to_jsonb(c) FROM konf_change c" | konf ratings --merge -"#
      ]),
    ])
}
