<?xml version="1.0"?>
<!-- opml.xsl: an outline (opml.org/spec2.opml): its feeds and links, a line of
     JSON each, and where it has other text all of it as a list. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
	xmlns:str="http://exslt.org/strings" extension-element-prefixes="str">
<xsl:import href="html.xsl"/>
<xsl:output method="text" encoding="UTF-8"/>

<xsl:template match="/">
	<xsl:if test="not(/opml/body)">
		<xsl:text>{"not":"an outline in OPML"}&#10;</xsl:text>
	</xsl:if>
	<xsl:for-each select="/opml/body//outline[@xmlUrl or @url]">
		<xsl:text>{"folders":[null</xsl:text>
		<xsl:for-each select="ancestor::outline">
			<xsl:text>,</xsl:text>
			<xsl:call-template name="json">
				<xsl:with-param name="text"
					select="normalize-space((@text | @title)[1])"/>
			</xsl:call-template>
		</xsl:for-each>
		<xsl:text>]</xsl:text>
		<xsl:call-template name="member">
			<xsl:with-param name="name" select="'url'"/>
			<xsl:with-param name="text"
				select="normalize-space((@xmlUrl | @url[not(../@xmlUrl)])[1])"/>
		</xsl:call-template>
		<xsl:call-template name="member">
			<xsl:with-param name="name" select="'site'"/>
			<xsl:with-param name="text" select="normalize-space(@htmlUrl)"/>
		</xsl:call-template>
		<xsl:call-template name="member">
			<xsl:with-param name="name" select="'title'"/>
			<xsl:with-param name="text" select="normalize-space((@text[. != '']
				| @title[not(../@text != '')])[1])"/>
		</xsl:call-template>
		<xsl:call-template name="member">
			<xsl:with-param name="name" select="'created'"/>
			<xsl:with-param name="text" select="normalize-space(@created)"/>
		</xsl:call-template>
		<xsl:call-template name="member">
			<xsl:with-param name="name" select="'tags'"/>
			<xsl:with-param name="text" select="normalize-space(@category)"/>
		</xsl:call-template>
		<xsl:call-template name="member">
			<xsl:with-param name="name" select="'text'"/>
			<xsl:with-param name="text" select="normalize-space(@description)"/>
		</xsl:call-template>
		<xsl:text>}&#10;</xsl:text>
	</xsl:for-each>
	<!-- The names of folders are not text. -->
	<xsl:if test="/opml/body//outline[not(@xmlUrl or @url)
		and not(.//outline[@xmlUrl or @url])]">
		<xsl:text>{"outline":true</xsl:text>
		<xsl:call-template name="member">
			<xsl:with-param name="name" select="'title'"/>
			<xsl:with-param name="text"
				select="normalize-space(/opml/head/title)"/>
		</xsl:call-template>
		<xsl:call-template name="member">
			<xsl:with-param name="name" select="'created'"/>
			<xsl:with-param name="text"
				select="normalize-space(/opml/head/dateCreated)"/>
		</xsl:call-template>
		<xsl:call-template name="member">
			<xsl:with-param name="name" select="'updated'"/>
			<xsl:with-param name="text"
				select="normalize-space(/opml/head/dateModified)"/>
		</xsl:call-template>
		<xsl:variable name="text">
			<xsl:apply-templates select="/opml/body/outline" mode="item"/>
		</xsl:variable>
		<xsl:call-template name="member">
			<xsl:with-param name="name" select="'text'"/>
			<xsl:with-param name="text" select="$text"/>
		</xsl:call-template>
		<xsl:text>}&#10;</xsl:text>
	</xsl:if>
</xsl:template>

<!-- _note is what Workflowy, Dynalist and OmniOutliner have below an item,
     _complete whether it is done. -->
<xsl:template match="outline" mode="item">
	<xsl:variable name="in" select="str:padding(
		2 * count(ancestor::outline), ' ')"/>
	<xsl:value-of select="concat($in, '- ')"/>
	<xsl:choose>
	<xsl:when test="@_complete = 'true' or @complete = 'true'">[x] </xsl:when>
	<xsl:when test="@_complete or @complete">[ ] </xsl:when>
	</xsl:choose>
	<xsl:variable name="text" select="normalize-space((@text[. != '']
		| @title[not(../@text != '')])[1])"/>
	<xsl:variable name="url" select="normalize-space((@url | @htmlUrl
		| @xmlUrl)[1])"/>
	<xsl:choose>
	<xsl:when test="$url != '' and not(starts-with(translate($url,
		'JAVSCRIPTD', 'javscriptd'), 'javascript:')) and
		not(starts-with(translate($url, 'DAT', 'dat'), 'data:'))">
		<xsl:value-of select="concat('[', $text, '](', str:replace(str:replace(
			str:replace($url, ' ', '%20'), '(', '%28'), ')', '%29'), ')')"/>
	</xsl:when>
	<xsl:otherwise><xsl:value-of select="$text"/></xsl:otherwise>
	</xsl:choose>
	<xsl:text>&#10;</xsl:text>
	<xsl:if test="@_note != ''">
		<xsl:value-of select="concat($in, '  ', str:replace(string(@_note),
			'&#10;', concat('&#10;', $in, '  ')), '&#10;')"/>
	</xsl:if>
	<xsl:apply-templates select="outline" mode="item"/>
</xsl:template>
</xsl:stylesheet>
