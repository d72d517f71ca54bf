# apple-notes: Apple Notes: a directory of HTML files, or one
# reads: html
#
# What Notes gives as the body of a note, and exporters write: DIV lines in
# HTML, H1 the title, lists of the class com-apple-note-checklist, images as
# data.  storizzi/notes-exporter writes such directories, a folder each.
include "import";

def note: html;
