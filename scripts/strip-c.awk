# C sources without their comments, as lines "file:line:code".
#
#   awk -v strings=1 -f strip-c.awk FILE...
#
# strings=0 empties string literals too (but not the name in an #include).
# join=1 makes one line, numbered as its first, of a directive continued by
# backslashes and of an MC_PRAGMA(...) or _Pragma(...) that goes on after a line break.

FNR == 1 { in_comment = 0; pending = "" }

{
  line = $0
  sub(/\r$/, "", line)
  out = ""
  quote = ""
  keep = strings || line ~ /^[ \t]*#[ \t]*include/
  n = length(line)
  for (i = 1; i <= n; i++) {
    c = substr(line, i, 1)
    two = substr(line, i, 2)
    if (in_comment) {
      if (two == "*/") { in_comment = 0; i++; out = out " " }
    } else if (quote != "") {
      if (c == "\\") { if (keep) out = out two; i++ }
      else if (c == quote) { out = out c; quote = "" }
      else if (keep) out = out c
    } else if (two == "/*") { in_comment = 1; i++ }
    else if (two == "//") break
    else {
      if (c == "\"" || c == "'") quote = c
      out = out c
    }
  }

  if (pending == "") start = FNR
  text = pending out
  pending = ""
  if (join) {
    if (sub(/\\[ \t]*$/, " ", text)) { pending = text; next }
    if (text ~ /(MC_PRAGMA|_Pragma)[ \t]*\(/) {
      from = text
      sub(/^.*(MC_PRAGMA|_Pragma)[ \t]*\(/, "(", from)
      opened = gsub(/\(/, "(", from)
      closed = gsub(/\)/, ")", from)
      if (opened > closed && FNR - start < 20) { pending = text " "; next }
    }
  }
  print FILENAME ":" start ":" text
}
