#include "lib/text/language.h"

/*
 * Frequent in one language, and in no other one of these (but for Danish and
 * Norwegian, whose stems are alike); not in Vietnamese or Polish either.
 */
static const struct {
	const char *name, *word[CX_LANGUAGE_WORDS];
} languages[] = {
    {"german", {"und", "der", "nicht", "ist", "mit", "von", "ein", "eine",
	"auf", "auch"}},
    {"french", {"les", "des", "est", "dans", "une", "pour", "qui", "sur",
	"avec", "sont"}},
    {"spanish", {"los", "las", "el", "sus", "este", "puede", "cuando",
	"donde", "tiene", "tambien"}},
    {"italian", {"il", "della", "che", "gli", "nel", "sono", "alla", "dei",
	"delle", "anche"}},
    {"portuguese", {"nao", "uma", "os", "dos", "em", "com", "mais", "foi",
	"sao", "pelo"}},
    {"dutch", {"het", "een", "van", "zijn", "niet", "voor", "met", "ook",
	"aan", "wordt"}},
    {"swedish", {"och", "att", "som", "ett", "inte", "ar", "till", "fran",
	"eller", "hade"}},
    {"danish", {"og", "af", "til", "ikke", "som", "blev", "hvor", "efter",
	"ogsa", "vaere"}},
    {"norwegian", {"og", "av", "til", "ikke", "som", "ble", "hvor", "etter",
	"ogsa", "vaere"}},
    {"finnish", {"ja", "etta", "oli", "ovat", "mutta", "myos", "joka", "kun",
	"ei", "han"}},
    {"hungarian", {"az", "egy", "hogy", "nem", "volt", "csak", "vagy",
	"mint", "ez", "meg"}},
    {"romanian", {"din", "este", "pentru", "care", "cu", "sau", "fost",
	"prin", "sunt", "mai"}},
    {"turkish", {"ve", "bir", "bu", "icin", "ile", "olarak", "daha", "olan",
	"gibi", "cok"}},
    {"catalan", {"els", "amb", "dels", "perque", "aquest", "aquesta",
	"als", "seva", "molt", "tambe"}},
    {"basque", {"eta", "ez", "zen", "dira", "bat", "ere", "izan", "du",
	"baina", "zuen"}},
    {"irish", {"agus", "bhi", "ata", "leis", "sa", "nach", "mar", "gur",
	"raibh", "chun"}},
    {"indonesian", {"yang", "dan", "dengan", "untuk", "dari", "pada",
	"dalam", "ini", "tidak", "adalah"}},
    {"lithuanian", {"ir", "kad", "yra", "buvo", "su", "bet", "kaip", "nuo",
	"apie", "savo"}},
    /* Last, as its rules take an s off any word. */
    {"porter", {"the", "of", "and", "is", "that", "for", "with", "this",
	"from", "which"}},
};

_Static_assert(sizeof languages / sizeof *languages <= CX_LANGUAGES,
    "CX_LANGUAGES is too small");

struct cx_str
cx_language(unsigned n)
{
	return cx_str(n < sizeof languages / sizeof *languages ?
	    languages[n].name : "");
}

struct cx_str
cx_language_word(unsigned n, unsigned k)
{
	return cx_str(languages[n].word[k]);
}

bool
cx_language_is_frequent(uint64_t seen, uint64_t most, uint64_t words)
{
	return seen >= 8 && 20 * seen >= words && 5 * seen >= most;
}
