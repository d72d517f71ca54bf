<?xml version="1.0"?>
<!-- html.xsl: HTML as Markdown, in a line of JSON; and what feed.xsl and
     bookmarks.xsl share.  Elements are known by their local names, so that
     XHTML in a feed is HTML too.  Lines are put right by markdown in
     import.jq: here blocks only begin and end with newlines. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
	xmlns:str="http://exslt.org/strings" extension-element-prefixes="str">
<xsl:output method="text" encoding="UTF-8"/>

<!-- A string of JSON: RFC 8259, 7.  XML has no other control characters. -->
<xsl:template name="json">
	<xsl:param name="text"/>
	<xsl:text>"</xsl:text>
	<xsl:value-of select="str:replace(str:replace(str:replace(str:replace(
		str:replace(string($text), '\', '\\'), '&quot;', '\&quot;'),
		'&#10;', '\n'), '&#13;', '\r'), '&#9;', '\t')"/>
	<xsl:text>"</xsl:text>
</xsl:template>
<xsl:template name="member">
	<xsl:param name="name"/>
	<xsl:param name="text"/>
	<xsl:text>,"</xsl:text>
	<xsl:value-of select="$name"/>
	<xsl:text>":</xsl:text>
	<xsl:call-template name="json">
		<xsl:with-param name="text" select="$text"/>
	</xsl:call-template>
</xsl:template>

<!-- What import has put at the end is the last element, unless the parser
     gave up before it. -->
<xsl:template name="whole">
	<xsl:if test="not((//*)[last()][self::cx-end])">
		<xsl:message terminate="yes">it is nested too deep, or does not end</xsl:message>
	</xsl:if>
</xsl:template>

<xsl:template match="/">
	<xsl:call-template name="whole"/>
	<!-- The text of a page that Notion exports is in page-body. -->
	<xsl:variable name="page"
		select="(//div[contains(@class, 'page-body')])[1]"/>
	<xsl:variable name="text">
		<xsl:choose>
		<xsl:when test="$page">
			<xsl:apply-templates select="$page" mode="md"/>
		</xsl:when>
		<xsl:otherwise>
			<xsl:apply-templates select="/*" mode="md"/>
		</xsl:otherwise>
		</xsl:choose>
	</xsl:variable>
	<xsl:text>{"html":true</xsl:text>
	<xsl:call-template name="member">
		<xsl:with-param name="name" select="'title'"/>
		<xsl:with-param name="text" select="normalize-space((//h1[normalize-space()]
			| //title[not(//h1[normalize-space()])])[1])"/>
	</xsl:call-template>
	<xsl:call-template name="member">
		<xsl:with-param name="name" select="'page'"/>
		<xsl:with-param name="text" select="(//article)[1]/@id"/>
	</xsl:call-template>
	<xsl:for-each select="(//meta[@name = 'created' or @name = 'modified'])[position() &lt; 3]">
		<xsl:call-template name="member">
			<xsl:with-param name="name" select="@name"/>
			<xsl:with-param name="text" select="@content"/>
		</xsl:call-template>
	</xsl:for-each>
	<xsl:text>,"properties":[null</xsl:text>
	<xsl:for-each select="//table[contains(@class, 'properties')][1]//tr[th and td]">
		<xsl:text>,{"x":0</xsl:text>
		<xsl:call-template name="member">
			<xsl:with-param name="name" select="'name'"/>
			<xsl:with-param name="text" select="normalize-space(th[1])"/>
		</xsl:call-template>
		<xsl:call-template name="member">
			<xsl:with-param name="name" select="'value'"/>
			<xsl:with-param name="text"><xsl:apply-templates
				select="td[1]" mode="property"/></xsl:with-param>
		</xsl:call-template>
		<xsl:text>}</xsl:text>
	</xsl:for-each>
	<xsl:text>]</xsl:text>
	<xsl:call-template name="member">
		<xsl:with-param name="name" select="'text'"/>
		<xsl:with-param name="text" select="$text"/>
	</xsl:call-template>
	<xsl:text>}&#10;</xsl:text>
</xsl:template>

<!-- The value of a property in Notion: names, a box, or text with links. -->
<xsl:template match="td" mode="property">
	<xsl:variable name="in"><xsl:apply-templates mode="md"/></xsl:variable>
	<xsl:choose>
	<xsl:when test=".//span[contains(@class, 'selected-value')]">
		<xsl:for-each select=".//span[contains(@class, 'selected-value')]">
			<xsl:if test="position() != 1">, </xsl:if>
			<xsl:value-of select="normalize-space()"/>
		</xsl:for-each>
	</xsl:when>
	<xsl:when test=".//*[contains(@class, 'checkbox-on')]">Yes</xsl:when>
	<xsl:when test=".//*[contains(@class, 'checkbox-off')]">No</xsl:when>
	<xsl:otherwise><xsl:value-of select="normalize-space($in)"/></xsl:otherwise>
	</xsl:choose>
</xsl:template>

<!-- White space is one blank. -->
<xsl:template match="text()" mode="md">
	<xsl:variable name="t" select="translate(., '&#9;&#10;&#13;', '   ')"/>
	<xsl:if test="starts-with($t, ' ')">
		<xsl:text> </xsl:text>
	</xsl:if>
	<xsl:value-of select="normalize-space($t)"/>
	<xsl:if test="normalize-space($t) != ''
		and substring($t, string-length($t)) = ' '">
		<xsl:text> </xsl:text>
	</xsl:if>
</xsl:template>
<xsl:template match="comment() | processing-instruction()" mode="md"/>
<xsl:template match="*[local-name() = 'head' or local-name() = 'script'
	or local-name() = 'style' or local-name() = 'template'
	or local-name() = 'svg' or local-name() = 'noscript']" mode="md"/>

<xsl:template match="*[local-name() = 'p' or local-name() = 'dl'
	or local-name() = 'section' or local-name() = 'article'
	or local-name() = 'figure' or local-name() = 'header'
	or local-name() = 'footer' or local-name() = 'details']" mode="md">
	<xsl:text>&#10;&#10;</xsl:text>
	<xsl:apply-templates mode="md"/>
	<xsl:text>&#10;&#10;</xsl:text>
</xsl:template>
<xsl:template match="*[local-name() = 'div' or local-name() = 'dt'
	or local-name() = 'dd' or local-name() = 'summary'
	or local-name() = 'figcaption']" mode="md">
	<xsl:text>&#10;</xsl:text>
	<xsl:apply-templates mode="md"/>
	<xsl:text>&#10;</xsl:text>
</xsl:template>
<xsl:template match="*[local-name() = 'br']" mode="md">
	<xsl:text>&#10;</xsl:text>
</xsl:template>
<xsl:template match="*[local-name() = 'hr']" mode="md">
	<xsl:text>&#10;&#10;---&#10;&#10;</xsl:text>
</xsl:template>
<xsl:template match="*[local-name() = 'h1' or local-name() = 'h2'
	or local-name() = 'h3' or local-name() = 'h4' or local-name() = 'h5'
	or local-name() = 'h6']" mode="md">
	<xsl:variable name="in"><xsl:apply-templates mode="md"/></xsl:variable>
	<xsl:if test="normalize-space($in) != ''">
		<xsl:value-of select="concat('&#10;&#10;', substring('######', 1,
			substring(local-name(), 2)), ' ', normalize-space($in),
			'&#10;&#10;')"/>
	</xsl:if>
</xsl:template>
<xsl:template match="*[local-name() = 'blockquote']" mode="md">
	<xsl:variable name="in"><xsl:apply-templates mode="md"/></xsl:variable>
	<xsl:value-of select="concat('&#10;&#10;> ',
		str:replace(string($in), '&#10;', '&#10;> '), '&#10;&#10;')"/>
</xsl:template>
<!-- The fence is longer than what backticks it may have in it. -->
<xsl:template match="*[local-name() = 'pre']" mode="md">
	<xsl:variable name="fence">
		<xsl:choose>
		<xsl:when test="contains(., '````')">~~~~~~~~</xsl:when>
		<xsl:when test="contains(., '```')">````</xsl:when>
		<xsl:otherwise>```</xsl:otherwise>
		</xsl:choose>
	</xsl:variable>
	<xsl:value-of select="concat('&#10;&#10;', $fence, '&#10;', .)"/>
	<xsl:if test="substring(., string-length()) != '&#10;'">
		<xsl:text>&#10;</xsl:text>
	</xsl:if>
	<xsl:value-of select="concat($fence, '&#10;&#10;')"/>
</xsl:template>
<xsl:template match="*[local-name() = 'code' or local-name() = 'tt'
	or local-name() = 'kbd']" mode="md">
	<xsl:choose>
	<xsl:when test="contains(., '`')">
		<xsl:value-of select="concat('`` ', normalize-space(), ' ``')"/>
	</xsl:when>
	<xsl:when test="normalize-space() != ''">
		<xsl:value-of select="concat('`', normalize-space(), '`')"/>
	</xsl:when>
	</xsl:choose>
</xsl:template>

<!-- KaTeX has a formula three times, once as it was written. -->
<xsl:template match="*[contains(concat(' ', @class, ' '), ' katex ')
	and .//*[local-name() = 'annotation']]" mode="md">
	<xsl:value-of select="concat('$', normalize-space(
		.//*[local-name() = 'annotation'][1]), '$')"/>
</xsl:template>

<xsl:template name="marked">
	<xsl:param name="mark"/>
	<xsl:variable name="in"><xsl:apply-templates mode="md"/></xsl:variable>
	<xsl:choose>
	<xsl:when test="normalize-space($in) = ''">
		<xsl:value-of select="$in"/>
	</xsl:when>
	<!-- Emphasis does not go over the end of a block. -->
	<xsl:when test="contains($in, '&#10;')">
		<xsl:value-of select="$in"/>
	</xsl:when>
	<xsl:otherwise>
		<xsl:value-of select="concat($mark, normalize-space($in), $mark)"/>
		<xsl:if test="substring($in, string-length($in)) = ' '">
			<xsl:text> </xsl:text>
		</xsl:if>
	</xsl:otherwise>
	</xsl:choose>
</xsl:template>
<xsl:template match="*[local-name() = 'b' or local-name() = 'strong']"
	mode="md">
	<xsl:call-template name="marked">
		<xsl:with-param name="mark" select="'**'"/>
	</xsl:call-template>
</xsl:template>
<xsl:template match="*[local-name() = 'i' or local-name() = 'em']" mode="md">
	<xsl:call-template name="marked">
		<xsl:with-param name="mark" select="'*'"/>
	</xsl:call-template>
</xsl:template>
<xsl:template match="*[local-name() = 'del' or local-name() = 's'
	or local-name() = 'strike']" mode="md">
	<xsl:call-template name="marked">
		<xsl:with-param name="mark" select="'~~'"/>
	</xsl:call-template>
</xsl:template>

<xsl:template match="*[local-name() = 'a' and @href]" mode="md">
	<xsl:variable name="in"><xsl:apply-templates mode="md"/></xsl:variable>
	<xsl:variable name="to" select="normalize-space(@href)"/>
	<xsl:choose>
	<xsl:when test="normalize-space($in) = '' or starts-with($to, '#')
		or starts-with($to, 'javascript:') or starts-with($to, 'data:')">
		<xsl:value-of select="$in"/>
	</xsl:when>
	<xsl:otherwise>
		<xsl:value-of select="concat('[', normalize-space($in), '](',
			str:replace(str:replace(str:replace($to, ' ', '%20'),
			'(', '%28'), ')', '%29'), ')')"/>
	</xsl:otherwise>
	</xsl:choose>
</xsl:template>
<xsl:template match="*[local-name() = 'img']" mode="md">
	<xsl:choose>
	<xsl:when test="not(@src) or starts-with(@src, 'data:')">[image]</xsl:when>
	<xsl:otherwise>
		<xsl:value-of select="concat('![', normalize-space(@alt), '](',
			str:replace(str:replace(str:replace(normalize-space(@src), ' ',
			'%20'), '(', '%28'), ')', '%29'), ')')"/>
	</xsl:otherwise>
	</xsl:choose>
</xsl:template>

<xsl:template match="*[local-name() = 'ul' or local-name() = 'ol']" mode="md">
	<xsl:text>&#10;</xsl:text>
	<xsl:if test="not(ancestor::*[local-name() = 'li'])">
		<xsl:text>&#10;</xsl:text>
	</xsl:if>
	<xsl:apply-templates select="*" mode="md"/>
	<xsl:text>&#10;</xsl:text>
</xsl:template>
<xsl:template match="*[local-name() = 'li']" mode="md">
	<xsl:variable name="in"><xsl:apply-templates mode="md"/></xsl:variable>
	<xsl:variable name="mark">
		<xsl:choose>
		<xsl:when test="local-name(..) = 'ol'">
			<xsl:value-of select="concat(count(preceding-sibling::*) + 1, '. ')"/>
		</xsl:when>
		<xsl:otherwise>- </xsl:otherwise>
		</xsl:choose>
		<!-- Notion; Apple Notes -->
		<xsl:choose>
		<xsl:when test="contains(@class, 'checked')
			and not(contains(@class, 'unchecked'))
			or .//*[contains(@class, 'checkbox-on')] and not(.//ul)
			or contains(../@class, 'checklist') and contains(@class, 'done')
			">[x] </xsl:when>
		<xsl:when test="contains(@class, 'unchecked')
			or .//*[contains(@class, 'checkbox-off')] and not(.//ul)
			or contains(../@class, 'checklist')">[ ] </xsl:when>
		</xsl:choose>
	</xsl:variable>
	<!-- The first line has the mark, all others are indented by its width. -->
	<xsl:variable name="text">
		<xsl:call-template name="stripped">
			<xsl:with-param name="text" select="string($in)"/>
		</xsl:call-template>
	</xsl:variable>
	<xsl:value-of select="concat('&#10;', $mark, str:replace(string($text),
		'&#10;', concat('&#10;', substring('        ', 1,
		string-length(substring-before($mark, ' ')) + 1))))"/>
</xsl:template>
<!-- Without newlines and blanks where it begins and ends. -->
<xsl:template name="stripped">
	<xsl:param name="text"/>
	<xsl:variable name="first" select="substring($text, 1, 1)"/>
	<xsl:variable name="last" select="substring($text, string-length($text))"/>
	<xsl:choose>
	<xsl:when test="$text != '' and ($first = ' ' or $first = '&#10;')">
		<xsl:call-template name="stripped">
			<xsl:with-param name="text" select="substring($text, 2)"/>
		</xsl:call-template>
	</xsl:when>
	<xsl:when test="$text != '' and ($last = ' ' or $last = '&#10;')">
		<xsl:call-template name="stripped">
			<xsl:with-param name="text" select="substring($text, 1,
				string-length($text) - 1)"/>
		</xsl:call-template>
	</xsl:when>
	<xsl:otherwise><xsl:value-of select="$text"/></xsl:otherwise>
	</xsl:choose>
</xsl:template>

<xsl:template match="*[local-name() = 'table']" mode="md">
	<xsl:text>&#10;&#10;</xsl:text>
	<xsl:for-each select=".//*[local-name() = 'tr']">
		<xsl:text>|</xsl:text>
		<xsl:for-each select="*">
			<xsl:variable name="in"><xsl:apply-templates mode="md"/></xsl:variable>
			<xsl:value-of select="concat(' ', str:replace(normalize-space($in),
				'|', '\|'), ' |')"/>
		</xsl:for-each>
		<xsl:text>&#10;</xsl:text>
		<xsl:if test="position() = 1">
			<xsl:text>|</xsl:text>
			<xsl:for-each select="*">---|</xsl:for-each>
			<xsl:text>&#10;</xsl:text>
		</xsl:if>
	</xsl:for-each>
	<xsl:text>&#10;</xsl:text>
</xsl:template>
</xsl:stylesheet>
